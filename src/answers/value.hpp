#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cofnod::answers {

/// A JSON-like value of an answer. Text is borrowed and must outlive the value (`const std::string&`,
/// `std::string_view`), or owned (`std::string&&`).
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

/// Returns a list of the values of a range of texts or numbers, which must outlive it.
template <typename Range>
Value list_of(const Range& range) {
    Value::List list;
    for (const auto& item : range) list.emplace_back(item);
    return list;
}

/// Borrows the text; null if unknown: empty, or `?` as in PGN.
inline Value known(std::string_view text) {
    return text.empty() || text == "?" || text == "????.??.??" ? Value() : Value(text);
}

Value known(std::string&&) = delete;  // would dangle

/// Appends the value as JSON without insignificant blanks.
void append_json(std::string& out, const Value& value);
/// Appends the value as a table cell: nothing for null, the items of a list separated by blanks; JSON for an object,
/// and for a list of objects or lists.
void append_plain(std::string& out, const Value& value);
std::string plain_text(const Value& value);

/// Returns 64 bits as 16 hex digits: JSON parsers round numbers above 2^53.
std::string hex_text(std::uint64_t bits);

}  // namespace cofnod::answers
