#include "reports/value.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ostream>

#include "base/characters.hpp"
#include "base/printable.hpp"

namespace cofnod::reports {

namespace {

void append_number(std::string& out, std::int64_t number) {
    const fmt::format_int text(number);
    out.append(text.data(), text.size());
}

bool is_simple(const Value& value) { return !value.list() && !value.object(); }

/// Appends scalars, which have the same form in JSON and tables.
struct Scalar {
    std::string& out;

    void operator()(std::nullptr_t) const {}
    void operator()(bool truth) const { out += truth ? "true" : "false"; }
    void operator()(std::int64_t number) const { append_number(out, number); }
    void operator()(double number) const {
        if (std::isfinite(number)) fmt::format_to(std::back_inserter(out), "{}", number);
    }
};

struct Json : Scalar {
    using Scalar::operator();

    void operator()(std::nullptr_t) const { out += "null"; }
    void operator()(double number) const { std::isfinite(number) ? Scalar::operator()(number) : (*this)(nullptr); }
    void operator()(std::string_view text) const { append_quoted(out, text); }
    void operator()(const std::string& text) const { append_quoted(out, text); }
    void operator()(const Value::List& list) const {
        out += '[';
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i > 0) out += ',';
            append_json(out, list[i]);
        }
        out += ']';
    }
    void operator()(const Value::Object& object) const {
        out += '{';
        for (std::size_t i = 0; i < object.names.size(); ++i) {
            if (i > 0) out += ',';
            append_quoted(out, object.names[i]);
            out += ':';
            append_json(out, object.values[i]);
        }
        out += '}';
    }
};

struct Plain : Scalar {
    using Scalar::operator();

    void operator()(std::string_view text) const { out += text; }
    void operator()(const std::string& text) const { out += text; }
    void operator()(const Value::List& list) const {
        if (!std::ranges::all_of(list, is_simple)) return Json{{out}}(list);
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i > 0) out += ' ';
            append_plain(out, list[i]);
        }
    }
    void operator()(const Value::Object& object) const { Json{{out}}(object); }
};

constexpr std::size_t enough_to_write = std::size_t{1} << 14;

constexpr bool needs_quotes(char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; }

/// Returns the text of a value; `space` holds it if the value is not text.
std::string_view text_of(const Value& value, std::string& space) {
    if (const auto* text = std::get_if<std::string_view>(&value.variant())) return *text;
    if (const auto* text = std::get_if<std::string>(&value.variant())) return *text;
    space.clear();
    append_plain(space, value);
    return space;
}

}  // namespace

void append_json(std::string& out, const Value& value) { std::visit(Json{{out}}, value.variant()); }
void append_plain(std::string& out, const Value& value) { std::visit(Plain{{out}}, value.variant()); }

std::string plain_text(const Value& value) {
    std::string text;
    append_plain(text, value);
    return text;
}

std::string hex_text(std::uint64_t bits) { return fmt::format(FMT_COMPILE("{:016x}"), bits); }

JsonWriter& JsonWriter::begin_document() { return begin_object().member("schema_version", json_schema_version); }

JsonWriter& JsonWriter::key(std::string_view name) {
    before_value();
    append_quoted(text_, name);
    text_ += ':';
    if (layout_ == indented) text_ += ' ';
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(const Value& value) {
    if (const Value::List* const list = value.list()) {
        begin_array();
        for (const Value& item : *list) this->value(item);
        return end_array();
    }
    if (const Value::Object* const object = value.object()) return begin_object().members(*object).end_object();
    before_value();
    append_json(text_, value);
    return *this;
}

JsonWriter& JsonWriter::members(const Value::Object& object) {
    for (std::size_t i = 0; i < object.names.size(); ++i) member(object.names[i], object.values[i]);
    return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
    before_value();
    text_ += bracket;
    has_content_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    const bool had_content = has_content_.back();
    has_content_.pop_back();
    if (had_content) new_line();
    text_ += bracket;
    if (has_content_.empty()) text_ += '\n';
    if (has_content_.empty() || text_.size() >= enough_to_write) flush();
    return *this;
}

void JsonWriter::before_value() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_content_.empty()) return;
    if (has_content_.back()) text_ += ',';
    has_content_.back() = true;
    new_line();
}

void JsonWriter::new_line() {
    if (layout_ != indented) return;
    text_ += '\n';
    text_.append(2 * has_content_.size(), ' ');
}

void JsonWriter::flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
}

std::string_view cell_text(const Value& value, std::string& space) {
    const std::string_view text = text_of(value, space);
    if (utf8::is_valid(text)) return text;
    return space = utf8::repaired(text);
}

CsvWriter& CsvWriter::cell(const Value& value) {
    if (!std::exchange(is_first_, false)) row_ += static_cast<char>(separator_);
    const std::string_view text = cell_text(value, text_);
    separator_ == comma ? append_csv(text) : append_tsv(text);
    return *this;
}

void CsvWriter::append_csv(std::string_view text) {
    const bool is_quoted = std::ranges::any_of(text, needs_quotes);
    if (is_quoted) row_ += '"';
    if (is_formula(text) || is_guarded_formula(text)) row_ += '\'';
    for (std::size_t quote; is_quoted && (quote = text.find('"')) != text.npos; text.remove_prefix(quote + 1))
        row_.append(text.substr(0, quote + 1)) += '"';
    row_ += text;
    if (is_quoted) row_ += '"';
}

void CsvWriter::append_tsv(std::string_view text) {
    const std::size_t begin = row_.size();
    row_ += text;
    std::replace_if(
        row_.begin() + static_cast<std::ptrdiff_t>(begin), row_.end(),
        [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
}

void CsvWriter::end_row() {
    row_ += '\n';
    out_.write(row_.data(), static_cast<std::streamsize>(row_.size()));
    row_.clear();
    is_first_ = true;
}

}  // namespace cofnod::reports
