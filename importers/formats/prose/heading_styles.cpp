#include "importers/formats/prose/heading.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

constexpr std::size_t longest_heading = 200;

constexpr auto styles = std::to_array<std::string_view>({
#define STYLE(pattern, example) pattern,
#include "importers/formats/prose/heading_styles.def"
#undef STYLE
});

constexpr std::size_t most_lines = 3;  // lines in a style

std::size_t lines_of(std::string_view pattern) {
    return 1 + static_cast<std::size_t>(std::ranges::count(pattern, '/'));
}

/// Returns true for a few words that begin with a capital, or with a letter that has no case. Short particles may be in
/// lower case.
bool is_name(std::string_view text) {
    static constexpr std::size_t most_words = 5, longest_particle = 3, longest = 60;
    if (text.empty() || text.size() > longest || text.find("  ") != text.npos) return false;
    std::size_t words = 0;
    bool has_capital = false;
    for (std::size_t begin = 0; begin < text.size(); ++words) {
        const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty()) continue;
        const bool is_small = is_lower(word[0]);
        const bool is_word = is_letter(word[0]) || (!is_ascii(word[0]) && dash_length(word) == 0);
        if (!is_word || has_digit(word) || (is_small && word.size() > longest_particle)) return false;
        has_capital = has_capital || !is_small;
    }
    return has_capital && words <= most_words;
}

bool is_rating(std::string_view text) {
    return text.size() >= 3 && text.size() <= 4 && text.find_first_not_of(ascii_digits) == text.npos;
}

/// The parts of a heading.
struct Players {
    std::string_view white, black, white_rating, black_rating;
    std::string_view event;  ///< after the last name: `, Riga 1931`
};

/// Matches a heading against a style.
class Matcher {
public:
    Matcher(std::string_view text, const notation::Languages& languages) : text_(text), languages_(languages) {}

    /// Matches `style` with the text at `at`.
    bool match(std::string_view style, std::size_t at) {
        if (style.empty()) return ends(at);
        const std::string_view rest = style.substr(1);
        switch (style[0]) {
            case 'W': return match_name(rest, at, players_.white, players_.white_rating);
            case 'B': return match_name(rest, at, players_.black, players_.black_rating);
            case 'w': return match_color(rest, at, "White");
            case 'b': return match_color(rest, at, "Black");
            case 'v': return match_against(rest, at);
            case ' ': return match(rest, rest[0] == '|' || rest[0] == ';' ? at : behind_blanks(at));
            case '/': return match_line_break(rest, at);
            case '|': return match_length(rest, at, gap_length(at));
            case ';': return match_length(rest, at, std::max(gap_length(at), comma_length(at)));
            case '-': return match_length(rest, at, dash_length(text_.substr(std::min(at, text_.size()))));
            default: return match_length(rest, at, at < text_.size() && text_[at] == style[0] ? 1 : 0);
        }
    }

    [[nodiscard]] const Players& players() const { return players_; }

private:
    static constexpr std::string_view blanks = " \t";

    [[nodiscard]] std::size_t behind_blanks(std::size_t at) const {
        return std::min(text_.find_first_not_of(blanks, at), text_.size());
    }

    bool match_length(std::string_view rest, std::size_t at, std::size_t length) {
        return length > 0 && match(rest, at + length);
    }

    /// Returns true at the end of the text, or if a place or an event follows the names on a single line.
    bool ends(std::size_t at) {
        const std::string_view behind = text_.substr(at);
        const bool has_event = behind.starts_with(", ") && text_.find('\n') == text_.npos;
        players_.event = has_event ? without_separators(behind) : std::string_view();
        return has_event || without_separators(behind).empty() || behind == ".";
    }

    /// Matches a name: the longest at the end of a heading, otherwise the shortest.
    bool match_name(std::string_view rest, std::size_t at, std::string_view& name, std::string_view& rating) {
        static constexpr std::size_t longest = 80;  // in bytes, including a rating
        const std::size_t line_end = std::min({text_.find('\n', at), text_.size(), at + longest});
        const auto is_match = [&](std::size_t end) {
            if (end < text_.size() && !is_boundary(end)) return false;
            std::string_view found = without_separators(text_.substr(at, end - at));
            std::string_view bare = found;
            const std::string_view inside = take_bracket(bare);
            rating = is_rating(inside) ? inside : std::string_view();
            name = rating.empty() ? found : bare;
            return is_name(name) && !languages_.find_header(name) && match(rest, end);
        };
        if (rest.empty()) {
            for (std::size_t end = line_end; end > at; --end)
                if (is_match(end)) return true;
        } else {
            for (std::size_t end = at + 1; end <= line_end; ++end)
                if (is_match(end)) return true;
        }
        return false;
    }

    /// Returns true at a place where a name may end.
    [[nodiscard]] bool is_boundary(std::size_t at) const {
        return std::string_view(" \t,;()|\n").find(text_[at]) != std::string_view::npos || comma_length(at) > 0;
    }

    bool match_color(std::string_view rest, std::size_t at, std::string_view color) {
        std::size_t end = at;
        while (end < text_.size() && std::string_view(" \t\n-().:|,;").find(text_[end]) == std::string_view::npos &&
               dash_length(text_.substr(end)) == 0)
            ++end;
        if (end == at || languages_.find_header(text_.substr(at, end - at)) != color) return false;
        if (end < text_.size() && (text_[end] == '.' || text_[end] == ':')) ++end;
        return match(rest, end);
    }

    /// Matches a cue for "against" of one or two words.
    bool match_against(std::string_view rest, std::size_t at) {
        if (at == 0 || (blanks.find(text_[at - 1]) == blanks.npos && text_[at - 1] != '\n')) return false;
        for (std::size_t words = 0, end = at; words < 2 && end < text_.size(); ++words) {
            end = std::min(text_.find_first_of(" \t\n", end + (words > 0)), text_.size());
            std::string_view word = text_.substr(at, end - at);
            if (word.ends_with('.')) word.remove_suffix(1);
            if (!word.empty() && languages_.is_cue(notation::Cue::against, word)) return match(rest, end);
        }
        return false;
    }

    bool match_line_break(std::string_view rest, std::size_t at) {
        while (at < text_.size() && std::string_view(" \t.,;").find(text_[at]) != std::string_view::npos) ++at;
        return at < text_.size() && text_[at] == '\n' && match(rest, at + 1);
    }

    [[nodiscard]] std::size_t gap_length(std::size_t at) const {
        std::size_t end = std::min(text_.find_first_not_of(" \t|.,", at), text_.size());
        const std::string_view gap = text_.substr(at, end - at);
        const bool is_wide = gap.find("  ") != gap.npos || gap.find_first_of("\t|") != gap.npos;
        return is_wide ? end - at : 0;
    }

    [[nodiscard]] std::size_t comma_length(std::size_t at) const {
        const std::string_view behind = text_.substr(std::min(at, text_.size()));
        for (const std::string_view sign : {", ", "; ", "، ", "؛ "})
            if (behind.starts_with(sign)) return sign.size();
        return 0;
    }

    std::string_view text_;
    const notation::Languages& languages_;
    Players players_;
};

/// Removes the game number before its players: `Game No. 5:`, `(5)`, `5.`
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
    const std::size_t behind = std::min(line.find_first_not_of(ascii_digits, digits), line.size());
    const bool is_marked = behind < line.size() && std::string_view(".:)").find(line[behind]) != std::string_view::npos;
    if (behind == digits || behind - digits > 3 || !is_marked) return;
    line = without_separators(line.substr(std::min(line.find_first_not_of(signs, behind), line.size())));
}

/// Returns the last non-blank lines of a text, in reverse order.
std::array<std::string_view, most_lines> last_lines(std::string_view text) {
    std::array<std::string_view, most_lines> lines;
    for (std::string_view& line : lines) {
        text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
        const std::size_t line_break = text.find_last_of("\r\n");
        line = text.substr(line_break == text.npos ? 0 : line_break + 1);
        text.remove_suffix(line.size());
    }
    return lines;
}

/// Matches the last `count` lines against the styles with that number of lines.
std::optional<Players> players_of(std::string_view text, std::size_t count, bool is_above_columns,
                                  const notation::Languages& languages) {
    static constexpr std::string_view names_alone = "W | B";
    for (const std::string_view style : styles) {
        if (lines_of(style) != count || (style == names_alone && !is_above_columns)) continue;
        Matcher matcher(text, languages);
        if (matcher.match(style, 0)) return matcher.players();
    }
    return std::nullopt;
}

/// Returns the column of the text after the last wide gap of a line; nullopt if there is none or the line contains a
/// tab.
std::optional<std::size_t> second_column(std::string_view line) {
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    const std::size_t blanks = line.rfind("  ");
    const std::size_t first = line.find_first_not_of(' ');
    if (blanks == line.npos || blanks < first || line.find('\t') != line.npos) return std::nullopt;
    return utf8::length(line.substr(0, blanks + 2));
}

/// Returns true if the names in a line are aligned with the columns of moves, the only evidence that they are names.
bool stands_above_columns(std::string_view line, std::string_view moves) {
    static constexpr std::size_t most_apart = 6;
    const auto name = second_column(line), move = second_column(moves);
    return name && move && std::max(*name, *move) - std::min(*name, *move) <= most_apart;
}

/// Removes the result at the end of a line, `A. Jones - B. Evans 1-0`, and the game number before it.
std::optional<Result> take_result_and_number(std::string_view& line, const notation::Languages& languages) {
    const std::size_t blank = line.find_last_of(" \t");
    const auto result = blank == line.npos ? std::nullopt : notation::read_framed_result(line.substr(blank + 1));
    if (result) line = without_separators(line.substr(0, blank));
    take_number_in_front(line, languages);
    return result;
}

void add_players(const Players& players, const notation::Languages& languages, Tags& tags) {
    std::string_view event = players.event;
    const auto date = take_date(event, languages);
    add_tag(tags, "Event", event);
    if (date) add_tag(tags, "Date", *date);
    add_tag(tags, "White", players.white);
    add_tag(tags, "Black", players.black);
    add_tag(tags, "WhiteElo", players.white_rating);
    add_tag(tags, "BlackElo", players.black_rating);
}

/// Reads players from one line and the place and date from the next: `Paul Morphy - Count Isouard` / `Paris 1858`.
bool read_players_above_date(std::string_view line, std::string_view below, const notation::Languages& languages,
                             Tags& tags) {
    static constexpr std::size_t longest = 60;
    below = without_separators(below);
    if (below.starts_with('(') && below.ends_with(')')) below = below.substr(1, below.size() - 2);
    if (below.ends_with('.')) below.remove_suffix(1);
    if (below.size() > longest) return false;
    const auto date = take_date(below, languages);
    if (!date || has_digit(below) || !(below.empty() || is_name(below))) return false;
    line = without_separators(line);
    const auto result = take_result_and_number(line, languages);
    const auto players = line.size() > longest_heading ? std::nullopt : players_of(line, 1, false, languages);
    if (!players) return false;
    add_players(*players, languages, tags);
    add_tag(tags, "Event", below);
    add_tag(tags, "Date", *date);
    if (result) add_tag(tags, "Result", to_text(*result));
    return true;
}

/// Returns true for headings of move columns: `White  Black`, `No. White Black`, `| Rhif | Gwyn | Du |`.
bool is_heads(std::string_view line, const notation::Languages& languages) {
    static constexpr std::size_t most_words = 4;
    const std::vector<std::string_view> words = words_of(line, " \t|!");
    const std::size_t count = words.size();
    return count >= 2 && count <= most_words && !has_digit(line) &&
           languages.find_header(words[count - 2]) == "White" && languages.find_header(words[count - 1]) == "Black" &&
           std::all_of(words.begin(), words.end() - 2, [](std::string_view word) { return !word.ends_with(':'); });
}

/// Implements read_players() for the lines directly above the moves.
std::optional<std::size_t> read_last_lines(std::string_view above, std::string_view moves,
                                           const notation::Languages& languages, Tags& tags) {
    const auto lines = last_lines(above);
    const bool is_above_columns = stands_above_columns(lines[0], moves);
    std::string heading;
    std::optional<Result> result;
    for (std::size_t count = 1; count <= most_lines && !lines[count - 1].empty(); ++count) {
        std::string_view line = without_separators(lines[count - 1]);
        if (count == 1) {
            if (line.ends_with('.')) line.remove_suffix(1);
            result = take_result_and_number(line, languages);
            heading = line;
        } else {
            heading.insert(0, std::string(line) + '\n');
        }
        if (heading.size() > longest_heading) return std::nullopt;
        const auto players = players_of(heading, count, is_above_columns, languages);
        if (!players) continue;
        add_players(*players, languages, tags);
        if (result) add_tag(tags, "Result", to_text(*result));
        return static_cast<std::size_t>(lines[count - 1].data() - above.data());
    }
    if (!lines[1].empty() && read_players_above_date(lines[1], lines[0], languages, tags))
        return static_cast<std::size_t>(lines[1].data() - above.data());
    return std::nullopt;
}

}  // namespace

std::optional<std::size_t> read_players(std::string_view above, std::string_view moves,
                                        const notation::Languages& languages, Tags& tags) {
    const auto begin = read_last_lines(above, moves, languages, tags);
    const std::string_view last = last_lines(above)[0];
    if (begin || !is_heads(last, languages)) return begin;
    return read_last_lines(above.substr(0, static_cast<std::size_t>(last.data() - above.data())), moves, languages,
                           tags);
}

}  // namespace cofnod::importers::prose
