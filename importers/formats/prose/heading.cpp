#include "importers/formats/prose/heading.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "importers/formats/prose/heading_parts.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

constexpr std::size_t longest_heading = 200;
constexpr std::size_t most_lines = 3;

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

/// Calls `is` for each word, and each two words, of a line; returns the first for which it is true.
template <typename Is>
std::optional<std::pair<std::size_t, std::size_t>> find_words(std::string_view line, Is is) {
    for (std::size_t begin = line.find(' '); begin != line.npos; begin = line.find(' ', begin + 1)) {
        std::size_t end = begin;
        for (int words = 0; words < 2 && end != line.npos; ++words) {
            end = line.find(' ', end + 1);
            if (end == line.npos) break;
            std::string_view word = line.substr(begin + 1, end - begin - 1);
            if (word.ends_with('.')) word.remove_suffix(1);
            if (!word.empty() && is(word)) return std::pair(begin, end);
        }
    }
    return std::nullopt;
}

std::optional<Named> read_against(std::string_view line, const notation::Languages& languages) {
    const auto at =
        find_words(line, [&](std::string_view word) { return languages.is_cue(notation::Cue::against, word); });
    if (!at) return std::nullopt;
    return Named{{}, without_separators(line.substr(0, at->first)), without_separators(line.substr(at->second))};
}

}  // namespace

bool read_heading(std::string_view line, const notation::Languages& languages, Tags& tags) {
    line = without_separators(line);
    if (line.size() > longest_heading) return false;
    const std::string_view in_brackets = take_bracket(line);
    auto date = take_date(line, languages);
    auto named = read_named(line, languages);
    if (!named) named = read_against(line, languages);
    if (!named || named->white.empty() || named->black.empty()) return false;
    if (!date) date = take_date(named->before, languages);
    add_tag(tags, "Event", named->before);
    if (date) add_tag(tags, "Date", *date);
    add_tag(tags, "White", named->white);
    add_tag(tags, "Black", named->black);
    static constexpr std::string_view annotator = "Annotations by ";
    if (in_brackets.starts_with(annotator))
        add_tag(tags, "Annotator", in_brackets.substr(annotator.size()));
    else
        add_tag(tags, "Event", in_brackets);
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
