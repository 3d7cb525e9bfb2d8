#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "answers/value.hpp"

namespace cofnod::answers {

/// Version at the start of every document and every line of NDJSON. Increased when a member changes its meaning or is
/// removed.
inline constexpr int json_schema_version = 1;

/// Streaming JSON writer; inserts commas and indentation.
///
///     JsonWriter json(io.out, JsonWriter::line);
///     json.begin_document().member("id", 7).member("key", hex_text(key)).end_object();  // {"schema_version":1,"id":7,
class JsonWriter {
public:
    enum Layout : std::uint8_t {
        line,      ///< on one line: NDJSON
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

}  // namespace cofnod::answers
