#include "importers/formats/prose/heading.hpp"

#include <algorithm>
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

constexpr std::string_view dashes[] = {"-", "–", "—"};

/// Splits at a dash between blanks, if there is only one.
std::optional<Named> read_dashed(std::string_view line) {
    const auto is_dash = [](std::string_view word) {
        return std::find(std::begin(dashes), std::end(dashes), word) != std::end(dashes);
    };
    const auto at = find_words(line, is_dash);
    if (!at || find_words(line.substr(at->second), is_dash)) return std::nullopt;
    return Named{{}, without_separators(line.substr(0, at->first)), without_separators(line.substr(at->second))};
}

/// Removes the word for a colour at the front, and its dash: `Gwyn - A`, `Gwyn A`. Returns the tag of the colour.
std::optional<std::string_view> take_color_in_front(std::string_view& text, const notation::Languages& languages) {
    const std::size_t end = text.find_first_of(" -");
    if (end == text.npos) return std::nullopt;
    const auto tag = languages.find_header(text.substr(0, end));
    if (tag != "White" && tag != "Black") return std::nullopt;
    text = without_separators(text.substr(end));
    for (const std::string_view dash : dashes)
        if (text.starts_with(dash)) {
            text = without_separators(text.substr(dash.size()));
            break;
        }
    return tag;
}

/// Reads `Gwyn - A    Du - B` and `Gwyn A, Du B`.
std::optional<Named> read_colors_in_front(std::string_view line, const notation::Languages& languages) {
    for (const std::string_view sign : {"  ", ", ", "، ", "; ", "؛ "})
        for (std::size_t gap = line.find(sign); gap != line.npos; gap = line.find(sign, gap + 1)) {
            std::string_view white = without_separators(line.substr(0, gap));
            std::string_view black = without_separators(line.substr(gap + sign.size()));
            if (take_color_in_front(white, languages) == "White" && take_color_in_front(black, languages) == "Black")
                return Named{{}, white, black};
        }
    return std::nullopt;
}

/// Removes the number of a game in front of its players: `Game No. 5:`, `(5)`, `5.`
void take_number_in_front(std::string_view& line, const notation::Languages& languages) {
    static constexpr std::string_view signs = "().:# ";
    std::size_t at = 0;
    const std::size_t blank = std::min(line.find(' '), line.size());
    if (languages.is_cue(notation::Cue::game, line.substr(0, blank))) at = blank;
    if (at > 0) {  // "No.", "rhif"
        static constexpr std::size_t longest = 8;
        const std::size_t word = std::min(line.find_first_not_of(' ', at), line.size());
        const std::size_t end = std::min(line.find(' ', word), line.size());
        if (end - word <= longest && !has_digit(line.substr(word, end - word))) at = end;
    }
    const std::size_t digits = std::min(line.find_first_not_of(signs, at), line.size());
    const std::size_t behind = std::min(line.find_first_not_of("0123456789", digits), line.size());
    const bool is_marked = behind < line.size() && std::string_view(".:)").find(line[behind]) != std::string_view::npos;
    if (behind == digits || behind - digits > 3 || !is_marked) return;
    line = without_separators(line.substr(std::min(line.find_first_not_of(signs, behind), line.size())));
}

/// True for a few words that begin as names do: with a capital, or in letters that have none. Particles may be small.
bool is_name(std::string_view text) {
    static constexpr std::size_t most_words = 5, longest_particle = 3, longest = 60;
    if (text.empty() || text.size() > longest) return false;
    std::size_t words = 0;
    bool has_capital = false;
    for (std::size_t begin = 0; begin < text.size(); ++words) {
        const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty()) continue;
        const bool is_small = is_lower(word[0]);
        const bool is_word = is_letter(word[0]) || !is_ascii(word[0]);
        if (!is_word || has_digit(word) || (is_small && word.size() > longest_particle)) return false;
        has_capital = has_capital || !is_small;
    }
    return has_capital && words <= most_words;
}

/// Removes a rating or a word for a colour in brackets at the end; returns it.
std::string_view take_note(std::string_view& name, const notation::Languages& languages) {
    std::string_view bare = name;
    const std::string_view inside = take_bracket(bare);
    const auto tag = languages.find_header(inside);
    const bool is_rating =
        inside.size() >= 3 && inside.size() <= 4 && inside.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_rating && tag != "White" && tag != "Black") return {};
    name = bare;
    return inside;
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

bool read_names(std::string_view line, const notation::Languages& languages, Tags& tags) {
    line = without_separators(line);
    if (line.size() > longest_heading) return false;
    if (line.ends_with('.')) line.remove_suffix(1);
    take_number_in_front(line, languages);
    auto named = read_colors_in_front(line, languages);
    if (!named) named = read_against(line, languages);
    if (!named) named = read_dashed(line);
    if (!named) return false;
    // `B (Du), Riga 1931`: what follows the last name is the event.
    std::string_view event;
    std::string_view black_note = take_note(named->black, languages);
    if (!is_name(named->black)) {
        const std::size_t comma = named->black.rfind(", ");
        if (comma == named->black.npos) return false;
        event = named->black.substr(comma + 2);
        named->black = named->black.substr(0, comma);
        black_note = take_note(named->black, languages);
    }
    const std::string_view white_note = take_note(named->white, languages);
    if (!is_name(named->white) || !is_name(named->black)) return false;
    const bool is_turned = languages.find_header(white_note) == "Black" || languages.find_header(black_note) == "White";
    if (is_turned) std::swap(named->white, named->black);
    auto date = take_date(event, languages);
    add(tags, "Event", event);
    if (date) add(tags, "Date", *date);
    add(tags, "White", named->white);
    add(tags, "Black", named->black);
    if (has_digit(white_note)) add(tags, "WhiteElo", white_note);
    if (has_digit(black_note)) add(tags, "BlackElo", black_note);
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
