#include "cli/csv.hpp"

#include <algorithm>
#include <ostream>

#include "base/utf8.hpp"

namespace cofnod::cli {

namespace {

/// "-12", "+0.35": begins like a formula and is none.
bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && text.front() != '.' && text.find_first_not_of("0123456789.") == text.npos;
}

/// A sign alone is none: "-" is the round of a game that belongs to no tournament.
bool is_formula(std::string_view text) {
    return text.size() > 1 && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
           !is_number(text);
}

}  // namespace

std::string CsvWriter::cell(std::string_view text) const {
    std::string content = utf8::is_valid(text) ? std::string(text) : utf8::repaired(text);
    if (separator_ == tab) {
        std::replace_if(
            content.begin(), content.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        return content;
    }
    if (is_formula(content)) content.insert(0, 1, '\'');
    if (content.find_first_of(",\"\n\r") == std::string::npos) return content;
    std::string quoted = "\"";
    for (const char c : content) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

void CsvWriter::row(const std::vector<std::string>& cells) {
    bool first = true;
    for (const std::string& text : cells) {
        if (!first) out_ << static_cast<char>(separator_);
        out_ << cell(text);
        first = false;
    }
    out_ << '\n';
}

}  // namespace cofnod::cli
