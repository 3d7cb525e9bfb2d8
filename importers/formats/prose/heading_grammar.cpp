#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/heading_pieces.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

using notation::Cue;

struct Style {
    std::string_view pattern;
    float bits;
};

constexpr auto styles = std::to_array<Style>({
#define STYLE(pattern, bits, example) {pattern, bits},
#include "importers/formats/prose/heading_styles.def"
#undef STYLE
});

constexpr std::string_view names_alone = "W | B";

// Evidence for a heading, in bits.
constexpr float enough = 6;
constexpr float above_columns = 8;  ///< names aligned with the columns of moves below them
constexpr float begins_line = 2;    ///< the names begin their line, or a game's number is before them
constexpr float behind_game = 8;    ///< "game", in any language, is before them
constexpr float ends_line = 2;
constexpr float before_details = 3;  ///< a place, a date or a result follows
constexpr float before_bracket = 6;
constexpr float before_colon = 6;
constexpr float amid_words = -1;    ///< on either side
constexpr float hyphen = -3.5F;     ///< in place of a dash: most are within a name
constexpr float with_digits = -2;   ///< `Chaxx 1.05`
constexpr float one_comma = -2;     ///< in one name only
constexpr float abbreviation = -4;  ///< `Mr. S.`
constexpr float one_letter = -0.5F;
constexpr float leading_particle = -2;  ///< `of R v. R`, but also `v. Scheve`
constexpr float in_bracket = -4;
constexpr float sentence = -0.75F;  ///< between the names and the moves
constexpr float line_between = -0.25F;

using Kind = Piece::Kind;

class Reader {
public:
    Reader(std::string_view text, std::string_view moves, const notation::Languages& languages)
        : text_(text), moves_(moves), languages_(languages), pieces_(pieces_of(text)) {
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            Piece& piece = pieces_[i];
            if (piece.kind != Kind::word) continue;
            const auto header = languages_.find_header(word(i));
            piece.is_header = header.has_value();
            piece.is_color = header == "White" || header == "Black";
            piece.ends_name =
                piece.is_name && (languages_.is_cue(Cue::game, word(i)) || languages_.is_cue(Cue::between, word(i)));
        }
    }

    std::optional<Heading> read() {
        for (const Style& style : styles) {
            style_ = &style;
            for (std::size_t at = 0; at < pieces_.size(); ++at) {
                match_.begin = at;
                match(style.pattern, at);
            }
        }
        if (!best_) return std::nullopt;
        if (abbreviated_ && abbreviated_->begin > best_->end) heed_abbreviations();
        return heading_of(*best_);
    }

private:
    /// Pieces [begin, end).
    struct Range {
        std::size_t begin = 0, end = 0;
    };
    struct Match {
        std::size_t begin = 0, end = 0;  ///< in pieces
        Range white, black, white_rating, black_rating;
        bool has_hyphen = false;
        std::size_t prefix = 0;  ///< bytes of a conjunction that is written with Black's name
        float evidence = 0;
        std::size_t begin_of_text = 0;  ///< in bytes
        std::size_t end_of_text = 0;    ///< of what is understood
        Details details;
    };

    [[nodiscard]] std::string_view text_of(const Range& range) const {
        if (range.begin >= range.end) return {};
        const Piece& last = pieces_[range.end - 1];
        static constexpr std::size_t longest_short = 3;
        const bool is_short = last.has_point && last.letters <= longest_short;
        return text_.substr(pieces_[range.begin].begin, last.end + is_short - pieces_[range.begin].begin);
    }
    [[nodiscard]] bool is(std::size_t at, Kind kind) const { return at < pieces_.size() && pieces_[at].kind == kind; }
    [[nodiscard]] std::string_view word(std::size_t at) const {
        return text_.substr(pieces_[at].begin, pieces_[at].end - pieces_[at].begin);
    }

    /// Matches the rest of a style with the pieces from `at` on, in every way.
    void match(std::string_view pattern, std::size_t at) {
        if (pattern.empty()) {
            match_.end = at;
            return judge();
        }
        const std::string_view rest = pattern.substr(1);
        const auto match_kind = [&](Kind kind) {
            if (is(at, kind)) match(rest, at + 1);
        };
        switch (pattern[0]) {
            case ' ': return match(rest, at);
            case 'W': return match_name(rest, at, match_.white, match_.white_rating, false);
            case 'B': return match_name(rest, at, match_.black, match_.black_rating, false);
            case 'N': return match_name(rest, at, match_.white, match_.white_rating, true);
            case 'M': return match_name(rest, at, match_.black, match_.black_rating, true);
            case 'w': return match_color(rest, at, "White");
            case 'b': return match_color(rest, at, "Black");
            case 'v': return match_cue(rest, at, Cue::against);
            case 'k': return match_cue(rest, at, Cue::between);
            case 'a': return match_cue(rest, at, Cue::conjunction);
            case '(': return match_kind(Kind::open);
            case ')': return match_kind(Kind::close);
            case '|': return match_kind(Kind::gap);
            case ';': return match_kind(is(at, Kind::comma) ? Kind::comma : Kind::gap);
            case '/': return match_line_end(rest, at);
            case '-':
                if (!is(at, Kind::dash)) return;
                const bool before = std::exchange(match_.has_hyphen, match_.has_hyphen || pieces_[at].is_glued);
                match(rest, at + 1);
                match_.has_hyphen = before;
        }
    }

    void match_line_end(std::string_view rest, std::size_t at) {
        while (is(at, Kind::comma)) ++at;
        if (is(at, Kind::line_end)) match(rest, at + 1);
    }

    void match_color(std::string_view rest, std::size_t at, std::string_view color) {
        if (is(at, Kind::word) && pieces_[at].is_color && languages_.find_header(word(at)) == color)
            match(rest, at + 1 + is(at + 1, Kind::colon));
    }

    /// Matches a cue of one or two words.
    void match_cue(std::string_view rest, std::size_t at, Cue cue) {
        for (const std::size_t end : {at + 2, at + 1})
            if (end <= pieces_.size() && is(at, Kind::word) && is(end - 1, Kind::word) &&
                languages_.is_cue(cue, text_.substr(pieces_[at].begin, pieces_[end - 1].end - pieces_[at].begin)))
                return match(rest, end);
        // "و" is written with the word after it.
        if (cue != Cue::conjunction || !is(at, Kind::word)) return;
        const utf8::Decoded first = utf8::decode(word(at));
        if (first.length < 2 || first.length == word(at).size() ||
            !languages_.is_cue(cue, word(at).substr(0, first.length)))
            return;
        match_.prefix = first.length;
        match(rest, at);
        match_.prefix = 0;
    }

    /// Matches a name with its rating: all that it may be, or a surname, a comma and one word.
    void match_name(std::string_view rest, std::size_t at, Range& name, Range& rating, bool with_comma) {
        static constexpr std::size_t most_words = 5, longest_particle = 3;
        const Range name_before = name, rating_before = rating;
        const bool has_first_rating = match_.white_rating.end > 0 || match_.black_rating.end > 0;
        const bool may_be_year = rest.empty() && !has_first_rating;
        std::size_t words = 0;
        bool has_comma = false;
        const auto take = [&](std::size_t end) {
            if (with_comma && (!has_comma || words > 2)) return;
            name = {at, end};
            if (end == at + 1 && pieces_[at].is_header) return;
            const std::size_t length = length_of_rating(end, may_be_year);
            const bool has_brackets = length > 1;
            if (length > 0) rating = {end + has_brackets, end + length - has_brackets};
            match(rest, end + length);
            rating = rating_before;
        };
        for (std::size_t i = at; i < pieces_.size() && words <= most_words; ++i) {
            const Piece& piece = pieces_[i];
            if (piece.kind == Kind::comma) {
                if (words == 0 || std::exchange(has_comma, true)) break;
            } else if (piece.kind == Kind::line_end) {  // after an initial
                if (words == 0 || !pieces_[i - 1].has_point || pieces_[i - 1].letters > longest_particle ||
                    is_above_empty_line(i))
                    break;
            } else if (piece.kind == Kind::dash) {
                if (!piece.is_glued || words == 0) break;
            } else if (piece.kind == Kind::number) {
                if (words == 0 || word(i).find('.') == std::string_view::npos) break;
                take(i + 1);
            } else if (piece.kind == Kind::word) {
                const bool is_particle = piece.letters <= longest_particle && !piece.has_point;
                const bool is_move = piece.has_digit && !has_comma && !is_name_with_number(word(i));
                const bool is_handle = i == at && length_of_rating(i + 1, may_be_year) > 1;  // `mscp2 (1500)`
                const bool may_be_name = is_handle || (!is_move && (piece.is_name || is_particle));
                if (piece.is_color || piece.ends_name || !may_be_name) break;
                words += piece.is_name;
                if (piece.is_name || is_handle) take(i + 1);
                if (piece.ends_sentence()) break;
            } else {
                break;
            }
        }
        name = name_before;
        rating = rating_before;
    }

    /// Returns true for `Bernd2`: longer than a move, and its digits are at the end.
    [[nodiscard]] static bool is_name_with_number(std::string_view word) {
        static constexpr std::size_t shortest = 5, most_digits = 4;
        const std::size_t letters = std::min(word.find_first_of(ascii_digits), word.size());
        return letters >= shortest && word.size() - letters <= most_digits &&
               std::all_of(word.begin() + 1, word.begin() + static_cast<std::ptrdiff_t>(letters),
                           [](char c) { return is_letter(c) && to_lower(c) == c; }) &&
               word.find_first_not_of(ascii_digits, letters) == word.npos;
    }

    /// Returns true for a rating without brackets.
    [[nodiscard]] bool is_bare(const Range& rating) const {
        return rating.end > 0 && !is(rating.begin - 1, Kind::open);
    }

    /// Returns the number of pieces of a rating: `2510`, `(2510)`, or as servers write it: `(1500E)` and `(1500P)` are
    /// estimated or provisional, `(UNR)`, `(++++)` and `(----)` are none. 0: there is no rating. `may_be_year`: a
    /// number in brackets may be one, and a bare one is.
    [[nodiscard]] std::size_t length_of_rating(std::size_t at, bool may_be_year) const {
        static constexpr std::size_t shortest = 3, longest = 4, most_pieces = 4;
        if (is(at, Kind::number)) {
            const std::string_view bare = word(at);
            return bare.size() == longest && digits_of(bare) == bare && bare >= "1000" && bare < "3000" && !may_be_year;
        }
        if (!is(at, Kind::open)) return 0;
        std::size_t close = at + 1;
        while (close < at + most_pieces && close < pieces_.size() && !is(close, Kind::close)) ++close;
        if (!is(close, Kind::close)) return 0;
        const std::string_view written = text_of({at + 1, close}), number = digits_of(written);
        const std::string_view mark = written.substr(number.size());
        const bool is_none = written == "UNR" || written == "++++" || written == "----";
        const bool is_number =
            number.size() >= shortest && number.size() <= longest && (mark.empty() || mark == "E" || mark == "P");
        const bool is_year =
            may_be_year && mark.empty() && number.size() == longest && number <= "2100" && number >= "1400";
        return is_none || (is_number && !is_year) ? close + 1 - at : 0;
    }

    /// Returns the digits at the front of a text.
    static std::string_view digits_of(std::string_view text) {
        return text.substr(0, std::min(text.find_first_not_of(ascii_digits), text.size()));
    }

    [[nodiscard]] std::size_t begin_of_line(std::size_t at) const {
        while (at > 0 && pieces_[at - 1].kind != Kind::line_end) --at;
        return at;
    }
    [[nodiscard]] std::size_t end_of_line(std::size_t at) const {
        while (at < pieces_.size() && pieces_[at].kind != Kind::line_end) ++at;
        return at;
    }

    /// Keeps the match that was found if there is more evidence for it than for the best one.
    void judge() {
        Match match = match_;
        if (style_->pattern == names_alone && !is_above_columns(match)) return;
        if (text_of(match.white) == text_of(match.black)) return;
        if (is_bare(match.white_rating) != is_bare(match.black_rating)) return;  // `Karpov 1974 - Spassky`
        match.evidence = style_->bits + (style_->pattern == names_alone ? above_columns : 0);
        const bool are_rated = match.white_rating.end > 0 && match.black_rating.end > 0;
        if (!are_rated) match.evidence += evidence_of(match.white) + evidence_of(match.black);
        if (match.has_hyphen) match.evidence += hyphen;
        if (has(match.white, Kind::comma) != has(match.black, Kind::comma)) match.evidence += one_comma;
        match.evidence += evidence_before(match);
        match.evidence += evidence_behind(match);
        if (match.evidence < enough) return;
        match.evidence += evidence_below(match);
        const bool is_short = is_abbreviated(match.white) && is_abbreviated(match.black);
        if (is_short) {
            if (!abbreviated_ || match.evidence >= abbreviated_->evidence) abbreviated_ = match;
            match.evidence += abbreviation;
        }
        if (match.evidence < enough) return;
        if (!best_ || match.evidence > best_->evidence ||
            (match.evidence == best_->evidence && is_nearer_or_longer(match, *best_)))
            best_ = std::move(match);
    }

    [[nodiscard]] static bool is_nearer_or_longer(const Match& match, const Match& other) {
        const auto length = [](const Match& each) {
            return each.white.end - each.white.begin + each.black.end - each.black.begin;
        };
        const bool are_apart = match.begin >= other.end || other.begin >= match.end;
        return are_apart ? match.begin > other.begin : length(match) > length(other);
    }

    [[nodiscard]] bool has(const Range& range, Kind kind) const {
        return std::any_of(pieces_.begin() + static_cast<std::ptrdiff_t>(range.begin),
                           pieces_.begin() + static_cast<std::ptrdiff_t>(range.end),
                           [&](const Piece& piece) { return piece.kind == kind; });
    }

    [[nodiscard]] float evidence_of(const Range& name) const {
        float evidence = pieces_[name.begin].is_name ? 0 : leading_particle;
        std::size_t letters = 0;
        bool has_digits = false, has_comma = false;
        for (std::size_t i = name.begin; i < name.end; ++i) {
            letters += pieces_[i].letters;
            has_comma = has_comma || pieces_[i].kind == Kind::comma;
            has_digits = has_digits || (pieces_[i].has_digit && !has_comma);  // `Moiseenko,A1` is ordinary
        }
        return evidence + (has_digits ? with_digits : 0) + (letters < 2 ? one_letter : 0);
    }

    /// Returns true for a name of titles and initials: `Mr. S.`
    [[nodiscard]] bool is_abbreviated(const Range& name) const {
        static constexpr std::size_t longest = 3;
        for (std::size_t i = name.begin; i < name.end; ++i)
            if (!pieces_[i].has_point || pieces_[i].letters > longest) return false;
        return true;
    }

    /// Returns true if the names are aligned with the columns of moves.
    [[nodiscard]] bool is_above_columns(const Match& match) const {
        static constexpr std::size_t most_apart = 6;
        const auto line = text_.substr(0, pieces_[match.white.begin].begin).find_last_of("\r\n");
        const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
        const auto move = second_column(moves_);
        const std::string_view before = text_.substr(begin, pieces_[match.black.begin].begin - begin);
        if (!move || before.find('\t') != before.npos || end_of_line(match.end) != match.end ||
            begin_of_line(match.begin) != match.begin)
            return false;
        const std::size_t name = utf8::length(before);
        return std::max(name, *move) - std::min(name, *move) <= most_apart;
    }

    /// Returns the column of the text after the last wide gap of a line; nullopt if there is none or the line contains
    /// a tab.
    [[nodiscard]] static std::optional<std::size_t> second_column(std::string_view line) {
        line = line.substr(0, line.find_last_not_of(" \t") + 1);
        const std::size_t blanks = line.rfind("  ");
        if (blanks == line.npos || blanks < line.find_first_not_of(' ') || line.find('\t') != line.npos)
            return std::nullopt;
        return utf8::length(line.substr(0, blanks + 2));
    }

    float evidence_before(Match& match) const {
        const std::size_t line = begin_of_line(match.begin);
        match.begin_of_text = pieces_[match.begin].begin;
        std::size_t before = line == match.begin ? line - std::min<std::size_t>(line, 1) : match.begin;
        before -= before > 0 && is(before - 1, Kind::comma);
        if (before > 0 && is(before - 1, Kind::word) && languages_.is_cue(Cue::game, word(before - 1)) &&
            !pieces_[before - 1].has_point && (line != match.begin || !is_above_empty_line(before)))
            return behind_game;
        if (line == match.begin || is_number_of_game(line, match.begin)) {
            match.begin_of_text = pieces_[line].begin;
            return begins_line;
        }
        const Piece& last = pieces_[match.begin - 1];
        const bool begins_with_color = style_->pattern[0] == 'w';
        if (begins_with_color && read_details(text_.substr(pieces_[line].begin, last.end - pieces_[line].begin), true,
                                              languages_, match.details)) {
            match.begin_of_text = pieces_[line].begin;
            return begins_line;
        }
        static constexpr std::size_t longest_initial = 3;
        const bool begins_sentence = (last.has_point && (!last.is_name || last.letters > longest_initial)) ||
                                     last.kind == Kind::colon || last.kind == Kind::dash || last.kind == Kind::open;
        return begins_sentence ? 0 : amid_words;
    }

    /// Returns true if an empty line follows the line that ends at piece `at`.
    [[nodiscard]] bool is_above_empty_line(std::size_t at) const {
        return at + 1 < pieces_.size() &&
               std::ranges::count(text_.substr(pieces_[at].begin, pieces_[at + 1].begin - pieces_[at].begin), '\n') > 1;
    }

    /// Returns true for `Game No. 5:`, `(5)`, `5.`, `GAME I.--`.
    [[nodiscard]] bool is_number_of_game(std::size_t begin, std::size_t end) const {
        static constexpr std::size_t longest = 8, most_digits = 3;
        static constexpr std::string_view roman = "IVXLC";
        std::size_t numbers = 0;
        bool has_game = false, is_marked = false;
        for (std::size_t i = begin; i < end; ++i) {
            const Piece& piece = pieces_[i];
            const std::string_view text = word(i);
            const bool is_roman = has_game && text.find_first_not_of(roman) == text.npos;
            if ((piece.kind == Kind::number && text.size() <= most_digits) || is_roman) {
                ++numbers;
                is_marked = is_marked || piece.has_point;
            } else if (piece.kind == Kind::word) {
                const bool is_game = languages_.is_cue(Cue::game, text);
                if (!is_game && !(has_game && text.size() <= longest && numbers == 0)) return false;
                has_game = has_game || is_game;
            } else {
                is_marked = is_marked || piece.kind != Kind::gap;
            }
        }
        return numbers == 1 && (is_marked || has_game);
    }

    float evidence_behind(Match& match) const {
        const std::size_t end = end_of_line(match.end);
        match.end_of_text = match.end > 0 ? pieces_[match.end - 1].end : 0;
        const bool is_bracket_below =
            end == match.end && end < pieces_.size() && is(end + 1, Kind::open) && !is_above_empty_line(end);
        if (is_bracket_below) ++match.end;
        if (end == match.end) return ends_line;
        const bool is_bracket = is(match.end, Kind::open), is_colon = is(match.end, Kind::colon);
        if (const std::size_t close = close_around(match); close > 0) {  // `(E. Cohn-Ed. Lasker match, Berlin, 1909)`
            Details details;
            const std::size_t begin = pieces_[match.end - 1].end;
            const bool has_date =
                close > match.end &&
                read_details(text_.substr(begin, pieces_[close].begin - begin), true, languages_, details) &&
                !details.date.empty() && match.begin > 0 && is(match.begin - 1, Kind::open);
            if (!has_date) return in_bracket;
            match.details = details;
            match.end_of_text = pieces_[close].end;
            return before_bracket;
        }
        const bool is_glued = is(match.end, Kind::word) && !pieces_[match.end - 1].ends_sentence();
        // Details as far as they go: up to the end of the line, or in the bracket.
        Details details = match.details;
        bool is_all = true;
        for (std::size_t at = match.end, last_line = end_of_line(match.end); at < last_line && is_all;) {
            const bool opens = is(at, Kind::open);
            std::size_t next = at + opens;
            // A bracket may go on below.
            while (opens ? next + 1 < pieces_.size() && !is(next, Kind::close)
                         : next < last_line && !is(next, Kind::open))
                ++next;
            next = std::min(next + opens, pieces_.size());
            const std::size_t begin = pieces_[at].begin, last = pieces_[next - 1].end;
            is_all = read_details(text_.substr(begin, last - begin), opens, languages_, details);
            if (is_all && !is_glued) {
                match.details = details;
                match.end_of_text = last;
            }
            at = next;
        }
        if (is_glued) {
            if (!is_all || details.date.empty()) return amid_words;
            match.details = details;
            match.end_of_text = pieces_[end - 1].end;
        }
        if (is_bracket && match.end_of_text <= pieces_[match.end].begin) return 0;
        return is_bracket ? before_bracket : is_colon ? before_colon : is_all ? before_details : amid_words;
    }

    /// Returns the bracket that closes one before the names, in the same paragraph; 0 if there is none.
    [[nodiscard]] std::size_t close_around(const Match& match) const {
        std::size_t depth = 0;
        for (std::size_t i = match.end; i < pieces_.size(); ++i) {
            if (is(i, Kind::line_end) && is_above_empty_line(i)) break;
            if (is(i, Kind::open)) ++depth;
            if (is(i, Kind::close) && depth-- == 0) return i;
        }
        return 0;
    }

    /// Judges the lines between the names and the moves.
    float evidence_below(Match& match) const {
        float evidence = 0;
        bool is_understood = true;
        std::size_t at = end_of_line(match.end);
        for (std::size_t i = match.end; i < at; ++i)
            if (pieces_[i].begin >= match.end_of_text)
                evidence += pieces_[i].ends_sentence() && i + 1 < at ? sentence : 0;
        while (at < pieces_.size()) {
            const std::size_t begin = at + 1, end = end_of_line(begin);
            if (begin >= pieces_.size()) break;
            const std::string_view line =
                text_.substr(pieces_[begin].begin, pieces_[end - 1].end - pieces_[begin].begin);
            static constexpr std::size_t longest_sign = 2;
            const bool is_explained = line.size() <= longest_sign || is_heads(begin, end) ||
                                      repeats_names(line, match) || has_details(line, match);
            if (!is_explained) {
                evidence += line_between;
                for (std::size_t i = begin; i < end; ++i) evidence += pieces_[i].ends_sentence() ? sentence : 0;
            }
            is_understood = is_understood && is_explained;
            if (is_understood) match.end_of_text = pieces_[end - 1].end;
            at = end;
        }
        return evidence;
    }

    /// Reads a line below the names that has their date or time control.
    [[nodiscard]] bool has_details(std::string_view line, Match& match) const {
        Details details = match.details;
        if (!read_details(line, true, languages_, details)) return false;
        if (details.date == match.details.date && details.time_control == match.details.time_control) return false;
        match.details = std::move(details);
        return true;
    }

    /// Returns true for a rule between columns, and for the names above them: `Move  Morphy  Anderssen`.
    [[nodiscard]] bool repeats_names(std::string_view line, const Match& match) const {
        if (line.find_first_not_of("-=_| ") == line.npos) return true;
        const std::string_view white = text_of(match.white), black = text_of(match.black).substr(match.prefix);
        const std::size_t first = line.find(white);
        const std::size_t second = first == line.npos ? first : line.find(black, first + white.size());
        return second != line.npos && second + black.size() == line.size() &&
               trimmed(line.substr(0, first)).find(' ') == line.npos;
    }

    /// Returns true for headings of move columns: `White  Black`, `No. White Black`, `| Rhif | Gwyn | Du |`.
    [[nodiscard]] bool is_heads(std::size_t begin, std::size_t end) const {
        static constexpr std::size_t most_words = 4;
        std::vector<std::size_t> words;
        for (std::size_t i = begin; i < end; ++i) {
            if (pieces_[i].kind == Kind::number || pieces_[i].kind == Kind::colon) return false;
            if (pieces_[i].kind == Kind::word) words.push_back(i);
        }
        const std::size_t count = words.size();
        return count >= 2 && count <= most_words && languages_.find_header(word(words[count - 2])) == "White" &&
               languages_.find_header(word(words[count - 1])) == "Black";
    }

    /// Exchanges the names if the abbreviations below them, `WHITE. (Mr. W.) BLACK. (M. St. A.)`, are in the other
    /// order.
    void heed_abbreviations() {
        const auto initial = [&](const Range& name) { return utf8::decode(word(name.end - 1)).code_point; };
        const char32_t white = initial(abbreviated_->white), black = initial(abbreviated_->black);
        const char32_t first = initial(best_->white), second = initial(best_->black);
        if (white == second && black == first && white != black) {
            std::swap(best_->white, best_->black);
            std::swap(best_->white_rating, best_->black_rating);
        }
    }

    [[nodiscard]] Heading heading_of(const Match& match) const {
        Heading heading{.tags = {}, .begin = match.begin_of_text, .end = match.end_of_text};
        const Details& details = match.details;
        const auto add = [&](std::string_view name, std::string_view value) {
            if (!value.empty()) heading.tags.add(name, tag_text(utf8::repaired(value)));
        };
        add("Event", details.event);
        add("Date", details.date);
        add("Round", details.round);
        add("White", text_of(match.white));
        add("Black", text_of(match.black).substr(match.prefix));
        if (details.result) add("Result", to_text(*details.result));
        add("WhiteElo", digits_of(text_of(match.white_rating)));
        add("BlackElo", digits_of(text_of(match.black_rating)));
        add("ECO", details.eco);
        add("TimeControl", details.time_control);
        add("Annotator", details.annotator);
        return heading;
    }

    std::string_view text_, moves_;
    const notation::Languages& languages_;
    std::vector<Piece> pieces_;
    const Style* style_ = nullptr;
    Match match_;
    std::optional<Match> best_, abbreviated_;
};

/// Returns the last lines of a text.
std::string_view last_lines(std::string_view text) {
    static constexpr std::size_t longest = 600;
    if (text.size() <= longest) return text;
    const std::string_view last = text.substr(text.size() - longest);
    const std::size_t line_break = last.find_first_of("\r\n");
    return last.substr(line_break == last.npos ? 0 : line_break + 1);
}

}  // namespace

std::optional<Heading> read_heading(std::string_view above, std::string_view moves,
                                    const notation::Languages& languages) {
    const std::string_view last = last_lines(above);
    auto heading = Reader(last, moves, languages).read();
    if (!heading) return std::nullopt;
    heading->begin += above.size() - last.size();
    heading->end += above.size() - last.size();
    return heading;
}

}  // namespace cofnod::importers::prose
