#include "cli/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "base/utf8.hpp"

namespace cofnod::cli {

std::string json_quoted(std::string_view text) {
    const std::string repaired = utf8::is_valid(text) ? std::string() : utf8::repaired(text);
    if (!repaired.empty()) text = repaired;
    std::string result = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': result += "\\\""; break;
            case '\\': result += "\\\\"; break;
            case '\n': result += "\\n"; break;
            case '\r': result += "\\r"; break;
            case '\t': result += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
                    result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
                else
                    result += c;
        }
    }
    return result + '"';
}

JsonWriter& JsonWriter::begin_document() { return begin_object().member("schema_version", json_schema_version); }
JsonWriter& JsonWriter::begin_object() { return open('{'); }
JsonWriter& JsonWriter::end_object() { return close('}'); }
JsonWriter& JsonWriter::begin_array() { return open('['); }
JsonWriter& JsonWriter::end_array() { return close(']'); }

JsonWriter& JsonWriter::key(std::string_view name) {
    before_value();
    out_ << json_quoted(name) << (layout_ == indented ? ": " : ":");
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) { return raw(json_quoted(text)); }
JsonWriter& JsonWriter::value(double number) {
    return std::isfinite(number) ? raw(fmt::format("{}", number)) : value(nullptr);
}
JsonWriter& JsonWriter::value_hex(std::uint64_t bits) { return raw(fmt::format("\"{:016x}\"", bits)); }

JsonWriter& JsonWriter::raw(std::string_view text) {
    before_value();
    out_ << text;
    return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
    before_value();
    out_ << bracket;
    has_content_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    const bool had_content = has_content_.back();
    has_content_.pop_back();
    if (had_content) new_line();
    out_ << bracket;
    if (has_content_.empty()) out_ << '\n';
    return *this;
}

void JsonWriter::before_value() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_content_.empty()) return;
    if (has_content_.back()) out_ << ',';
    has_content_.back() = true;
    new_line();
}

void JsonWriter::new_line() {
    if (layout_ == indented) out_ << '\n' << std::string(2 * has_content_.size(), ' ');
}

}  // namespace cofnod::cli
