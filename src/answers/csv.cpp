#include "answers/csv.hpp"

#include <algorithm>
#include <ostream>

#include "base/formula.hpp"
#include "base/utf8.hpp"

namespace cofnod::answers {

CsvWriter& CsvWriter::cell(const Value& value) {
    if (!std::exchange(is_first_, false)) row_ += static_cast<char>(separator_);
    text_.clear();
    append_plain(text_, value);
    if (!utf8::is_valid(text_)) text_ = utf8::repaired(text_);
    if (separator_ == comma) {
        append_csv(text_);
    } else {
        std::ranges::replace_if(
            text_, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        row_ += text_;
    }
    return *this;
}

void CsvWriter::append_csv(std::string_view text) {
    const bool is_guarded = is_formula(text) || is_guarded_formula(text);
    const bool is_quoted = text.find_first_of(",\"\n\r") != text.npos;
    if (is_quoted) row_ += '"';
    if (is_guarded) row_ += '\'';
    for (std::size_t quote; is_quoted && (quote = text.find('"')) != text.npos; text.remove_prefix(quote + 1))
        row_.append(text.substr(0, quote + 1)) += '"';
    row_ += text;
    if (is_quoted) row_ += '"';
}

void CsvWriter::end_row() {
    row_ += '\n';
    out_.write(row_.data(), static_cast<std::streamsize>(row_.size()));
    row_.clear();
    is_first_ = true;
}

}  // namespace cofnod::answers
