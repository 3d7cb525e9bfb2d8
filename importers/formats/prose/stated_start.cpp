#include "importers/formats/prose/stated_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/square.hpp"
#include "importers/decoder/record_writer.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

using notation::Cue;
using notation::Languages;

/// Separators of the words of a sentence.
constexpr std::string_view between_words = " \t\r\n.,;:!?()[]\"";

/// Returns `Black` for `Black's`.
std::string_view without_possessive(std::string_view word) {
    for (const std::string_view ending : {"'s", "’s", "'", "’"})
        if (word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
    return word;
}

/// Returns the tag of the player whose colour a word names, White or Black; nullopt: it names none.
std::optional<std::string_view> colour_of(std::string_view word, const Languages& languages) {
    const auto header = languages.find_header(without_possessive(word));
    return header == "White" || header == "Black" ? header : std::nullopt;
}

/// Joins words with blanks, leaving out those for White and Black and the articles before them.
std::string phrase_of(const std::vector<std::string_view>& words, std::size_t count, const Languages& languages) {
    std::string phrase;
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_before_colour = i + 1 < count && words[i].size() <= 3 && colour_of(words[i + 1], languages);
        if (colour_of(words[i], languages) || is_before_colour) continue;
        phrase += (phrase.empty() ? "" : " ") + std::string(words[i]);
    }
    return phrase;
}

/// Returns a number of moves in digits, in words or as a Roman number.
std::optional<int> count_of(std::string_view word, const Languages& languages) {
    constexpr std::array<std::string_view, 8> roman = {"I", "II", "III", "IV", "V", "VI", "VII", "VIII"};
    constexpr std::size_t most_digits = 2;
    if (word.size() <= most_digits && word.find_first_not_of(ascii_digits) == word.npos && word.front() != '0')
        return word.size() == 1 ? word[0] - '0' : 10 * (word[0] - '0') + (word[1] - '0');
    if (const auto* const found = std::ranges::find(roman, word); found != roman.end())
        return static_cast<int>(found - roman.begin()) + 1;
    return languages.find_number(word);
}

std::size_t end_of(std::string_view word, std::string_view text) {
    const auto end = static_cast<std::size_t>(word.data() + word.size() - text.data());
    return std::min(text.find_first_not_of(".,;:!) ", end), text.size());
}

/// Returns true for `#2`, `s#3` and `h#2`.
bool is_written_stipulation(std::string_view word) {
    const std::string_view plain = word.starts_with('s') || word.starts_with('h') ? word.substr(1) : word;
    return plain.size() >= 2 && plain.size() <= 3 && plain.front() == '#' && plain[1] != '0' &&
           plain.find_first_not_of(ascii_digits, 1) == plain.npos;
}

}  // namespace

std::optional<Stipulation> read_stipulation(std::string_view text, const Languages& languages) {
    struct Kind {
        Cue cue;
        std::string_view sign;
        bool has_count;
    };
    constexpr std::array kinds = std::to_array<Kind>({{Cue::mate_in, "#", true},
                                                      {Cue::selfmate_in, "s#", true},
                                                      {Cue::helpmate_in, "h#", true},
                                                      {Cue::to_win, "+", false},
                                                      {Cue::to_draw, "=", false}});
    constexpr std::size_t most_words = 10, longest = 200;
    std::vector<std::string_view> words = words_of(text.substr(0, longest), between_words);
    words.resize(std::min(words.size(), most_words));
    if (words.empty()) return std::nullopt;
    if (is_written_stipulation(words.front()))
        return Stipulation{std::string(words.front()), end_of(words.front(), text), words.front().starts_with('h')};
    for (std::size_t count = 1; count <= words.size(); ++count) {
        const std::string phrase = phrase_of(words, count, languages);
        for (const Kind& kind : kinds) {
            if (phrase.empty() || !languages.is_cue(kind.cue, phrase)) continue;
            const auto names_black = [&](std::string_view word) { return colour_of(word, languages) == "Black"; };
            const bool is_blacks =
                kind.cue == Cue::helpmate_in ||
                std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count), names_black);
            if (!kind.has_count) return Stipulation{std::string(kind.sign), end_of(words[count - 1], text), is_blacks};
            const auto moves = count < words.size() ? count_of(words[count], languages) : std::nullopt;
            if (!moves) continue;
            // `moves`, `Zügen`: a word without digits that ends the sentence.
            const bool has_noun =
                count + 1 < words.size() && !has_digit(words[count + 1]) &&
                end_of(words[count], text) == static_cast<std::size_t>(words[count + 1].data() - text.data()) &&
                text.substr(end_of(words[count], text) - 1, 1) == " ";
            return Stipulation{fmt::format("{}{}", kind.sign, *moves),
                               end_of(words[has_noun ? count + 1 : count], text), is_blacks};
        }
    }
    return std::nullopt;
}

namespace {

using notation::Role;

/// Returns the piece that a letter or a word names; nullopt: none.
std::optional<Role> role_of(std::string_view word, const Languages& languages) {
    using enum notation::Role;
    constexpr std::array<std::pair<std::string_view, Role>, 8> letters = {{{"K", king},
                                                                           {"Q", queen},
                                                                           {"R", rook},
                                                                           {"B", bishop},
                                                                           {"Kt", knight},
                                                                           {"Kn", knight},
                                                                           {"N", knight},
                                                                           {"P", pawn}}};
    for (const auto& [letter, role] : letters)
        if (word == letter) return role;
    for (const notation::Language& language : languages)
        if (const auto role = language.find_piece(word)) return role;
    return std::nullopt;
}

/// Splits `KBP` and `QKt` into their letters.
std::vector<std::string_view> letters_of(std::string_view word) {
    std::vector<std::string_view> letters;
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t length = word.substr(at).starts_with("Kt") || word.substr(at).starts_with("Kn") ? 2 : 1;
        if (std::string_view("KQRBNP").find(word[at]) == std::string_view::npos) return {word};
        letters.push_back(word.substr(at, length));
        at += length;
    }
    return letters;
}

/// Returns the pieces of a compound, `Damenspringer`, or the piece after a glued article, `الوزير`.
std::vector<Role> roles_of_compound(std::string_view word, const Languages& languages) {
    constexpr std::size_t longest_article = 2, longest_link = 2;
    for (const notation::Language& language : languages)
        for (std::size_t at = 1; at < word.size(); ++at) {
            const std::string_view front = word.substr(0, at);
            if (utf8::valid_prefix(front) < at) continue;
            const auto piece = language.find_piece(word.substr(at));
            if (!piece) continue;
            const bool is_article = !is_ascii(front) || front.back() == '\'';
            if (is_article && utf8::length(front) <= longest_article) return {*piece};
            for (std::size_t link = 0; link <= std::min(longest_link, at - 1); ++link)
                if (const auto owner = language.find_piece(front.substr(0, at - link))) return {*owner, *piece};
        }
    return {};
}

/// Returns the pieces that a word names: `Rook`, `KBP`, `Damenspringer`.
std::vector<Role> roles_of(std::string_view word, const Languages& languages) {
    word = without_possessive(word);
    std::vector<Role> roles;
    for (const std::string_view letter : letters_of(word))
        if (const auto role = role_of(letter, languages)) roles.push_back(*role);
    return roles.empty() ? roles_of_compound(word, languages) : roles;
}

/// Returns true if no sentence or line ends between two words of a text.
bool are_joined(std::string_view first, std::string_view second) {
    constexpr std::string_view ends = ".\n\r;:!?()";
    constexpr std::size_t longest_abbreviation = 2;
    const char* const end = first.data() + first.size();
    const std::string_view between(end, static_cast<std::size_t>(second.data() - end));
    return between.find_first_of(ends.substr(first.size() <= longest_abbreviation ? 1 : 0)) == between.npos;
}

/// A piece in words: "Queen's Rook", "la tour du roi".
struct GivenPiece {
    std::vector<Role> roles;
    std::size_t end;  ///< index of the word after it
};

/// Reads the piece at a word, not the first, after articles and the name of a colour, up to the end of its sentence.
GivenPiece read_piece(const std::vector<std::string_view>& words, std::size_t first, const Languages& languages) {
    constexpr std::size_t most_words = 6, longest_particle = 3;
    GivenPiece piece{.roles = {}, .end = first};
    for (std::size_t i = first; i < std::min(words.size(), first + most_words); ++i) {
        const bool is_named = i == first && *(words[i - 1].data() + words[i - 1].size()) == ':';  // `Odds: Q Rook`
        if (!is_named && !are_joined(words[i - 1], words[i])) break;
        const std::vector<Role> roles = roles_of(words[i], languages);
        const bool is_passed_over = utf8::length(words[i]) <= longest_particle ||
                                    (piece.roles.empty() && colour_of(words[i], languages).has_value());
        if (roles.empty() && !is_passed_over) break;
        piece.roles.insert(piece.roles.end(), roles.begin(), roles.end());
        if (!roles.empty()) piece.end = i + 1;
    }
    return piece;
}

struct Place {
    std::size_t file;
    bool is_pawn;
};

/// Returns the place of a piece in the initial position; a rook, knight or bishop without its side is that of the
/// queen. nullopt: no such piece.
std::optional<Place> place_of(const GivenPiece& piece) {
    using enum notation::Role;
    const auto has = [&](Role role) { return std::ranges::find(piece.roles, role) != piece.roles.end(); };
    const bool is_of_king = has(king);
    std::optional<std::size_t> file;
    if (has(rook)) file = is_of_king ? 7 : 0;
    if (has(knight)) file = is_of_king ? 6 : 1;
    if (has(bishop)) file = is_of_king ? 5 : 2;
    if (!file && has(queen)) file = 3;
    if (!file && has(king) && has(pawn)) file = 4;
    if (!file || piece.roles.size() > 3) return std::nullopt;
    return Place{*file, has(pawn)};
}

/// Returns the start without the piece on a place.
Odds odds_of(const Place& place, bool is_white) {
    const std::string_view rank = is_white        ? (place.is_pawn ? "PPPPPPPP" : "RNBQKBNR")
                                  : place.is_pawn ? "pppppppp"
                                                  : "rnbqkbnr";
    Odds odds{.placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"};
    char& sign = odds.placement[odds.placement.find(rank) + place.file];
    odds.piece = chess::name_of(chess::Piece::from_fen_letter(sign)->role);
    sign = '1';
    odds.square = {static_cast<char>('a' + place.file), place.is_pawn ? (is_white ? '2' : '7') : is_white ? '1' : '8'};
    return odds;
}

/// Words of one use, from a word on.
struct CueWords {
    Cue cue;
    std::size_t count;
};

/// Returns the longest phrase about odds that begins at a word.
std::optional<CueWords> odds_cue_at(const std::vector<std::string_view>& words, std::size_t i,
                                    const Languages& languages) {
    constexpr std::size_t longest = 4;
    constexpr std::array cues = {Cue::odds, Cue::and_move, Cue::and_two_moves};
    for (std::size_t count = std::min(longest, words.size() - i); count > 0; --count) {
        std::string phrase;
        for (std::size_t k = i; k < i + count; ++k) phrase += (k > i ? " " : "") + std::string(words[k]);
        for (const Cue cue : cues)
            if (languages.is_cue(cue, phrase)) return CueWords{cue, count};
    }
    return std::nullopt;
}

/// Returns true if White gives, false if Black does: the colour before words [begin, end), `White gives`, or else
/// directly after them, `remove Black's`.
std::optional<bool> is_given_by_white(const std::vector<std::string_view>& words, std::size_t begin, std::size_t end,
                                      const Languages& languages) {
    for (const std::size_t beside : {begin - 1, end, end + 1}) {
        const auto colour = beside < words.size() ? colour_of(words[beside], languages) : std::nullopt;
        if (colour &&
            (beside < begin ? are_joined(words[beside], words[begin]) : are_joined(words[end - 1], words[beside])))
            return colour == "White";
    }
    return std::nullopt;
}

/// Returns true if bytes [begin, end) are a line or sentence of their own.
bool is_alone(std::string_view text, std::size_t begin, std::size_t end) {
    constexpr std::string_view blanks = " \t", edges = ".,;:!?()[]\"*_-\r\n";
    const std::size_t before = text.substr(0, begin).find_last_not_of(blanks);
    const std::size_t after = text.find_first_not_of(blanks, end);
    return (before == text.npos || edges.find(text[before]) != edges.npos) &&
           (after == text.npos || edges.find(text[after]) != edges.npos);
}

}  // namespace

std::optional<Odds> read_odds(std::string_view above, const Languages& languages) {
    constexpr std::size_t longest = 400, farthest = 4;
    const std::size_t skipped = above.size() - std::min(above.size(), longest);
    const std::string_view text = above.substr(skipped);
    const std::vector<std::string_view> words = words_of(text, between_words);
    const auto begin_of = [&](std::size_t i) { return static_cast<std::size_t>(words[i].data() - text.data()); };
    const auto end_of = [&](std::size_t i) { return begin_of(i) + words[i].size(); };
    std::optional<Odds> odds;
    std::optional<bool> giver;     // true: White
    std::size_t words_of_cue = 0;  // one past the last phrase such as "gives"
    const auto set = [&](const Place& place, bool is_white, std::size_t first, std::size_t end) {
        const bool has_two_moves = odds && odds->has_two_moves;
        odds = odds_of(place, is_white);
        odds->has_two_moves = has_two_moves;
        odds->begin = static_cast<std::uint32_t>(skipped + begin_of(first));
        odds->end = static_cast<std::uint32_t>(skipped + end_of(end - 1));
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto found = odds_cue_at(words, i, languages);
        if (!found) continue;
        const std::size_t end = i + found->count;
        const bool is_near = words_of_cue > 0 && words_of_cue + farthest >= i;
        if (!is_near) giver.reset();
        if (found->cue == Cue::odds) {
            if (!giver) giver = is_given_by_white(words, i, end, languages);
            const GivenPiece piece = read_piece(words, end, languages);
            words_of_cue = std::max(end, piece.end);
            if (const auto place = place_of(piece)) set(*place, giver.value_or(true), i, piece.end);
        } else if (i > 0) {
            std::size_t first = i - 1;
            const std::vector<Role> roles = roles_of(words[first], languages);
            while (first > 0 && !roles_of(words[first - 1], languages).empty()) --first;
            const bool is_pawn = !roles.empty() && roles.back() == Role::pawn;
            if (!is_pawn || giver == true || !(is_near || is_alone(text, begin_of(first), end_of(end - 1)))) continue;
            constexpr std::size_t file_of_pawn = 5;
            set({file_of_pawn, true}, false, first, end);
            odds->has_two_moves = odds->has_two_moves || found->cue == Cue::and_two_moves;
        }
        i = end - 1;
    }
    return odds;
}

Reason reason_of(const Odds& odds, std::string_view said) {
    return {odds.has_two_moves ? ProblemKind::begins_with_two_moves : ProblemKind::begins_at_odds,
            {odds.piece, odds.square, shortened(said)}};
}

}  // namespace cofnod::importers::prose
