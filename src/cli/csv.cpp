#include "cli/csv.hpp"

#include <algorithm>
#include <ostream>

#include "base/formula.hpp"
#include "base/utf8.hpp"

namespace cofnod::cli {

std::string CsvWriter::cell(std::string_view text) const {
    std::string content = utf8::is_valid(text) ? std::string(text) : utf8::repaired(text);
    if (separator_ == tab) {
        std::replace_if(
            content.begin(), content.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        return content;
    }
    if (is_formula(content) || is_guarded_formula(content)) content.insert(0, 1, '\'');
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
