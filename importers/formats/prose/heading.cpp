#include "importers/formats/prose/heading.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "game/annotations.hpp"
#include "notation/date_text.hpp"

namespace cofnod::importers::prose {

namespace {

constexpr std::size_t longest_heading = 200;
constexpr std::size_t most_lines = 3;

std::string_view without_separators(std::string_view text) {
    static constexpr std::string_view around = " \t\r\n,;";
    const std::size_t begin = text.find_first_not_of(around);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(around) + 1 - begin);
}

/// Removes and returns the text in brackets at the end.
std::string_view take_bracket(std::string_view& text) {
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')')) return {};
    const std::string_view inside = without_separators(text.substr(open + 1, text.size() - open - 2));
    text = without_separators(text.substr(0, open));
    return inside;
}

/// Removes and returns a date at the end, "May 31, 2009" or "2008".
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
        const bool has_letter = std::any_of(candidate.begin(), candidate.end(),
                                            [](char c) { return static_cast<unsigned char>(c | 0x20) >= 'a'; });
        if (words > 0 && !has_letter) continue;  // "Chaxx 1.13  2008"
        if (auto read = notation::read_date(languages, candidate)) {
            date = std::move(read);
            end = begin;
        }
    }
    text = without_separators(text.substr(0, end));
    return date;
}

void add(Tags& tags, std::string_view name, std::string_view value) {
    if (!value.empty() && !tags.find(name)) tags.add(name, utf8::repaired(value));
}

/// The parts of "White: Dan Troyka Black: Michael Nolan" and the text before it.
struct Named {
    std::string_view before, white, black;
};

std::optional<Named> read_named(std::string_view line, const notation::Languages& languages) {
    const auto header_at = [&](std::string_view tag, std::size_t from) -> std::pair<std::size_t, std::size_t> {
        for (std::size_t colon = line.find(':', from); colon != std::string_view::npos;
             colon = line.find(':', colon + 1)) {
            const std::size_t blank = colon == 0 ? std::string_view::npos : line.rfind(' ', colon - 1);
            const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
            if (begin >= from && languages.find_header(line.substr(begin, colon - begin)) == tag)
                return {begin, colon + 1};
        }
        return {std::string_view::npos, std::string_view::npos};
    };
    const auto white = header_at("White", 0);
    if (white.first == std::string_view::npos) return std::nullopt;
    const auto black = header_at("Black", white.second);
    if (black.first == std::string_view::npos) return std::nullopt;
    return Named{without_separators(line.substr(0, white.first)),
                 without_separators(line.substr(white.second, black.first - white.second)),
                 without_separators(line.substr(black.second))};
}

std::optional<Named> read_against(std::string_view line) {
    static constexpr std::array<std::string_view, 6> words = {" vs. ", " vs ",       " v. ",
                                                              " v ",   " yn erbyn ", " against "};
    for (const std::string_view word : words) {
        const std::size_t at = line.find(word);
        if (at == std::string_view::npos) continue;
        return Named{{}, without_separators(line.substr(0, at)), without_separators(line.substr(at + word.size()))};
    }
    return std::nullopt;
}

}  // namespace

bool read_heading(std::string_view line, const notation::Languages& languages, Tags& tags) {
    line = without_separators(line);
    if (line.size() > longest_heading) return false;
    const std::string_view in_brackets = take_bracket(line);
    auto date = take_date(line, languages);
    auto named = read_named(line, languages);
    if (!named) named = read_against(line);
    if (!named || named->white.empty() || named->black.empty()) return false;
    if (!date) date = take_date(named->before, languages);
    add(tags, "Event", named->before);
    if (date) add(tags, "Date", *date);
    add(tags, "White", named->white);
    add(tags, "Black", named->black);
    static constexpr std::string_view annotator = "Annotations by ";
    if (in_brackets.starts_with(annotator))
        add(tags, "Annotator", in_brackets.substr(annotator.size()));
    else
        add(tags, "Event", in_brackets);
    return true;
}

std::optional<std::size_t> find_heading(std::string_view text, const notation::Languages& languages) {
    std::size_t end = text.size();
    for (std::size_t lines = 0; lines < most_lines;) {
        while (end > 0 && static_cast<unsigned char>(text[end - 1]) <= ' ') --end;
        if (end == 0) break;
        const std::size_t line_break = text.find_last_of("\n\r", end - 1);
        const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
        Tags tags;
        if (read_heading(text.substr(begin, end - begin), languages, tags)) return begin;
        end = begin;
        ++lines;
    }
    return std::nullopt;
}

}  // namespace cofnod::importers::prose
