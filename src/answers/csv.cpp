#include "answers/csv.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "base/formula.hpp"
#include "base/utf8.hpp"

namespace cofnod::answers {

namespace {

constexpr bool needs_quotes(char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; }

/// Returns the text of a value; `space` owns it if the value is not text.
std::string_view text_of(const Value& value, std::string& space) {
    if (const auto* text = std::get_if<std::string_view>(&value.variant())) return *text;
    if (const auto* text = std::get_if<std::string>(&value.variant())) return *text;
    space.clear();
    append_plain(space, value);
    return space;
}

}  // namespace

CsvWriter& CsvWriter::cell(const Value& value) {
    if (!std::exchange(is_first_, false)) row_ += static_cast<char>(separator_);
    std::string_view text = text_of(value, text_);
    if (!utf8::is_valid(text)) {
        text_ = utf8::repaired(text);
        text = text_;
    }
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

}  // namespace cofnod::answers
