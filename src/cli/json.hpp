#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cli {

/// Every document, and every line of NDJSON, begins with it. Raised when a field changes its meaning or goes.
inline constexpr int json_schema_version = 1;

/// `text` in quotes. Always valid: bytes that are not UTF-8 are read as Windows-1252, control characters are escaped.
std::string json_quoted(std::string_view text);

/// Writes JSON from front to back; commas and indentation are its business.
///
///     JsonWriter json(io.out, JsonWriter::line);
///     json.begin_document().member("id", 7).member_hex("key", key).end_object();    // {"schema_version":1,"id":7,...}
class JsonWriter {
public:
    enum Layout : std::uint8_t {
        line,      ///< all in one line: NDJSON
        indented,  ///< for people too
    };

    JsonWriter(std::ostream& out, Layout layout) : out_(out), layout_(layout) {}

    /// `{` and the schema version; end_object() of it ends the line.
    JsonWriter& begin_document();
    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(double number);
    JsonWriter& value(std::same_as<bool> auto truth) { return raw(truth ? "true" : "false"); }
    JsonWriter& value(std::nullptr_t) { return raw("null"); }
    JsonWriter& value(std::integral auto number) requires(!std::same_as<decltype(number), bool>) {
        return raw(std::to_string(number));
    }
    template <typename T>
    JsonWriter& value(const std::optional<T>& content) {
        return content ? value(*content) : value(nullptr);
    }
    /// 64 bits as 16 hex digits in quotes: readers of JSON round numbers above 2^53.
    JsonWriter& value_hex(std::uint64_t bits);

    template <typename T>
    JsonWriter& member(std::string_view name, const T& content) {
        return key(name).value(content);
    }
    JsonWriter& member_hex(std::string_view name, std::uint64_t bits) { return key(name).value_hex(bits); }

private:
    JsonWriter& raw(std::string_view text);
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void before_value();
    void new_line();

    std::ostream& out_;
    Layout layout_;
    std::vector<bool> has_content_;  ///< of each object or array that is open
    bool after_key_ = false;
};

}  // namespace cofnod::cli
