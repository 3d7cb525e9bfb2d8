#include "importers/formats/prose/heading_parts.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "importers/score/comment_text.hpp"
#include "notation/date_text.hpp"

namespace cofnod::importers::prose {

std::string_view without_separators(std::string_view text) {
    static constexpr std::string_view around = " \t\r\n,;";
    const std::size_t begin = text.find_first_not_of(around);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(around) + 1 - begin);
}

std::string_view take_bracket(std::string_view& text) {
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')')) return {};
    const std::string_view inside = without_separators(text.substr(open + 1, text.size() - open - 2));
    text = without_separators(text.substr(0, open));
    return inside;
}

std::optional<std::string> take_date(std::string_view& text, const notation::Languages& languages) {
    std::optional<std::string> date;
    std::size_t end = text.size();
    std::size_t begin = text.size();
    for (int words = 0; words < 4 && begin > 0; ++words) {
        begin = text.find_last_not_of(' ', begin - 1);
        if (begin == std::string_view::npos) break;
        const std::size_t blank = text.rfind(' ', begin);
        begin = blank == std::string_view::npos ? 0 : blank + 1;
        const std::string_view candidate = without_separators(text.substr(begin));
        if (!has_digit(candidate)) continue;
        const bool has_letter =
            std::any_of(candidate.begin(), candidate.end(), [](char c) { return is_letter(c) || !is_ascii(c); });
        if (words > 0 && !has_letter) continue;  // "Chaxx 1.13  2008"
        if (auto read = notation::read_date(languages, candidate)) {
            date = std::move(read);
            end = begin;
        }
    }
    text = without_separators(text.substr(0, end));
    return date;
}

void add_tag(Tags& tags, std::string_view name, std::string_view value) {
    if (!value.empty() && !tags.find(name)) tags.add(name, tag_text(utf8::repaired(value)));
}

std::size_t dash_length(std::string_view text) {
    for (const std::string_view dash : {"--", "-", "–", "—"})
        if (text.starts_with(dash)) return dash.size();
    return 0;
}

}  // namespace cofnod::importers::prose
