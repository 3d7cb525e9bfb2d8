#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace cofnod::reports {

/// A JSON-like value in an answer. Text is borrowed and must outlive the value (`const std::string&`,
/// `std::string_view`), or is owned (`std::string&&`).
class Value {
public:
    using List = std::vector<Value>;
    struct Object {
        std::vector<std::string_view> names;  ///< borrowed
        List values;

        void add(std::string_view name, Value value);
    };
    using Variant =
        std::variant<std::nullptr_t, bool, std::int64_t, double, std::string_view, std::string, List, Object>;

    Value(std::nullptr_t = nullptr) {}
    Value(std::same_as<bool> auto truth) : variant_(truth) {}
    Value(std::integral auto number) requires(!std::same_as<decltype(number), bool>)
        : variant_(static_cast<std::int64_t>(number)) {}
    Value(double number) : variant_(number) {}
    Value(std::string_view text) : variant_(text) {}
    Value(const char* text) : variant_(std::string_view(text)) {}
    Value(const std::string& text) : variant_(std::string_view(text)) {}
    Value(std::string&& text) : variant_(std::move(text)) {}
    Value(List list) : variant_(std::move(list)) {}
    Value(Object object) : variant_(std::move(object)) {}
    template <typename T>
    Value(const std::optional<T>& content) {
        if (content) *this = Value(*content);
    }
    template <typename T>
    Value(std::optional<T>&& content) {
        if (content) *this = Value(*std::move(content));
    }

    [[nodiscard]] bool is_null() const { return std::holds_alternative<std::nullptr_t>(variant_); }
    [[nodiscard]] const List* list() const { return std::get_if<List>(&variant_); }
    [[nodiscard]] const Object* object() const { return std::get_if<Object>(&variant_); }
    [[nodiscard]] const Variant& variant() const { return variant_; }

private:
    Variant variant_;
};

inline void Value::Object::add(std::string_view name, Value value) {
    names.push_back(name);
    values.push_back(std::move(value));
}

/// Returns a list of the values of a range of texts or numbers; borrows the texts.
template <typename Range>
Value list_of(const Range& range) {
    Value::List list;
    for (const auto& item : range) list.emplace_back(item);
    return list;
}

/// Returns the borrowed text; null if it is unknown: empty, or `?` as in PGN.
inline Value known(std::string_view text) {
    return text.empty() || text == "?" || text == "????.??.??" ? Value() : Value(text);
}

Value known(std::string&&) = delete;  // would dangle

/// Returns a number; null for 0.
inline Value unless_zero(std::integral auto number) { return number == 0 ? Value() : Value(number); }

/// Returns the whole text as a number; nullopt if it is none.
template <std::integral Number>
std::optional<Number> whole_number(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Appends the value as JSON without insignificant whitespace.
void append_json(std::string& out, const Value& value);
/// Appends the value as a table cell: empty for null, the items of a list separated by blanks, JSON for an object or a
/// list of objects or lists.
void append_plain(std::string& out, const Value& value);
std::string plain_text(const Value& value);
/// Returns the text of a table cell as UTF-8, with other bytes replaced; `space` holds it where the value does not.
std::string_view cell_text(const Value& value, std::string& space);

/// Returns 64 bits as 16 hex digits: JSON parsers round numbers above 2^53.
std::string hex_text(std::uint64_t bits);

/// Version at the start of every document and every NDJSON line. Increased when the meaning of a member changes or a
/// member is removed.
inline constexpr int json_schema_version = 1;

/// Streaming JSON writer; inserts commas and indentation.
///
///     JsonWriter json(io.out, JsonWriter::line);
///     json.begin_document().member("id", 7).member("key", hex_text(key)).end_object();  // {"schema_version":1,"id":7,
class JsonWriter {
public:
    enum Layout : std::uint8_t {
        line,      ///< on one line, for NDJSON
        indented,  ///< human-readable
    };

    JsonWriter(std::ostream& out, Layout layout) : out_(out), layout_(layout) {}
    ~JsonWriter() { flush(); }
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    /// Writes `{` and the schema version; the matching end_object() ends the line.
    JsonWriter& begin_document();
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);
    JsonWriter& value(const Value& value);
    JsonWriter& member(std::string_view name, const Value& content) { return key(name).value(content); }
    JsonWriter& members(const Value::Object& object);

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void before_value();
    void new_line();
    void flush();

    std::ostream& out_;
    Layout layout_;
    std::string text_;               ///< not yet written
    std::vector<bool> has_content_;  ///< for each open object or array
    bool after_key_ = false;
};

/// Writes rows as CSV (RFC 4180 with LF line ends) or tab-separated values. CSV is for spreadsheets: cells that would
/// be evaluated as formulas (base/printable.hpp) get a leading `'`, which import removes. TSV is for cut and awk:
/// values are unchanged except that tabs and line breaks become blanks.
class CsvWriter {
public:
    enum Separator : char { comma = ',', tab = '\t' };

    CsvWriter(std::ostream& out, Separator separator) : out_(out), separator_(separator) {}

    CsvWriter& cell(const Value& value);
    void end_row();

private:
    void append_csv(std::string_view text);
    void append_tsv(std::string_view text);

    std::ostream& out_;
    Separator separator_;
    std::string row_, text_;
    bool is_first_ = true;  ///< the row has no cell yet
};

}  // namespace cofnod::reports
