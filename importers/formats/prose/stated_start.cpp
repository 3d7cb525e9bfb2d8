#include "importers/formats/prose/stated_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/characters.hpp"
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
        if (colour_of(words[i], languages) || (is_before_colour && phrase.empty())) continue;
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
        return Stipulation{std::string(words.front()), end_of(words.front(), text)};
    for (std::size_t count = 1; count <= words.size(); ++count) {
        const std::string phrase = phrase_of(words, count, languages);
        for (const Kind& kind : kinds) {
            if (phrase.empty() || !languages.is_cue(kind.cue, phrase)) continue;
            if (!kind.has_count) return Stipulation{std::string(kind.sign), end_of(words[count - 1], text)};
            const auto moves = count < words.size() ? count_of(words[count], languages) : std::nullopt;
            if (!moves) continue;
            // `moves`, `Zügen`: a word without digits that ends the sentence.
            const bool has_noun =
                count + 1 < words.size() && !has_digit(words[count + 1]) &&
                end_of(words[count], text) == static_cast<std::size_t>(words[count + 1].data() - text.data()) &&
                text.substr(end_of(words[count], text) - 1, 1) == " ";
            return Stipulation{fmt::format("{}{}", kind.sign, *moves),
                               end_of(words[has_noun ? count + 1 : count], text)};
        }
    }
    return std::nullopt;
}

namespace {

/// A piece in words: "Queen's", "Rook".
struct GivenPiece {
    std::vector<notation::Role> roles;
    bool has_move = false;  ///< "pawn and move"
};

std::optional<notation::Role> role_of(std::string_view word, const Languages& languages) {
    word = without_possessive(word);
    using enum notation::Role;
    constexpr std::array<std::pair<std::string_view, notation::Role>, 8> letters = {{{"K", king},
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

GivenPiece read_piece(const std::vector<std::string_view>& words, std::size_t first, const Languages& languages) {
    constexpr std::array<std::string_view, 9> passed_over = {"the", "his", "her", "a", "an", "odds", "of", "la", "le"};
    constexpr std::size_t most_words = 6;
    GivenPiece piece;
    for (std::size_t i = first; i < std::min(words.size(), first + most_words); ++i) {
        if (piece.roles.empty() && std::ranges::find(passed_over, words[i]) != passed_over.end()) continue;
        if (piece.roles.empty() && colour_of(words[i], languages)) continue;
        if (!piece.roles.empty() && to_lower(words[i]) == "and") {
            piece.has_move = i + 1 < words.size() && to_lower(words[i + 1]) == "move";
            break;
        }
        std::vector<notation::Role> roles;
        for (const std::string_view letter : letters_of(words[i]))
            if (const auto role = role_of(letter, languages)) roles.push_back(*role);
        if (roles.empty()) break;
        piece.roles.insert(piece.roles.end(), roles.begin(), roles.end());
    }
    return piece;
}

/// Returns the square of a piece of the initial position, a file from 0 and whether it is a pawn; nullopt: no such
/// piece.
std::optional<std::pair<std::size_t, bool>> place_of(const GivenPiece& piece) {
    using enum notation::Role;
    const auto has = [&](notation::Role role) { return std::ranges::find(piece.roles, role) != piece.roles.end(); };
    const bool is_of_king = has(king);
    if (piece.has_move)
        return piece.roles.size() == 1 && has(pawn) ? std::optional(std::pair(std::size_t{5}, true)) : std::nullopt;
    std::optional<std::size_t> file;
    if (has(rook)) file = is_of_king ? 7 : 0;
    if (has(knight)) file = is_of_king ? 6 : 1;
    if (has(bishop)) file = is_of_king ? 5 : 2;
    if (!file && has(queen)) file = 3;
    if (!file && has(king) && has(pawn)) file = 4;
    if (!file || piece.roles.size() > 3) return std::nullopt;
    return std::pair(*file, has(pawn));
}

/// Returns the initial placement without the piece on a file.
std::string initial_without(std::size_t file, bool is_pawn, bool is_white) {
    std::string rank = is_pawn ? "pppppppp" : "rnbqkbnr";
    rank[file] = '1';
    for (char& sign : rank) sign = is_white ? to_upper(sign) : sign;
    std::string written;
    int empty = 0;
    for (const char sign : rank) {
        if (sign == '1') {
            ++empty;
            continue;
        }
        if (empty > 0) written += std::to_string(empty);
        empty = 0;
        written += sign;
    }
    if (empty > 0) written += std::to_string(empty);
    return fmt::format("{}/{}/8/8/8/8/{}/{}", !is_white && !is_pawn ? written : "rnbqkbnr",
                       !is_white && is_pawn ? written : "pppppppp", is_white && is_pawn ? written : "PPPPPPPP",
                       is_white && !is_pawn ? written : "RNBQKBNR");
}

}  // namespace

std::optional<std::string> placement_at_odds(std::string_view above, const Languages& languages) {
    constexpr std::size_t longest = 400, longest_cue = 4;
    if (above.size() > longest) above.remove_prefix(above.size() - longest);
    const std::vector<std::string_view> words = words_of(above, between_words);
    std::optional<std::string> placement;
    for (std::size_t i = 0; i < words.size(); ++i)
        for (std::size_t count = std::min(longest_cue, words.size() - i); count > 0; --count) {
            std::string phrase;
            for (std::size_t k = i; k < i + count; ++k) phrase += (k > i ? " " : "") + std::string(words[k]);
            if (!languages.is_cue(Cue::odds, phrase)) continue;
            const GivenPiece piece = read_piece(words, i + count, languages);
            const auto place = place_of(piece);
            if (!place) break;
            // `White gives ...`, `remove Black's ...`
            bool is_white = !piece.has_move;
            for (const std::size_t beside : {i - 1, i + count, i + count + 1})
                if (const auto colour = beside < words.size() ? colour_of(words[beside], languages) : std::nullopt)
                    is_white = colour == "White";
            placement = initial_without(place->first, place->second, is_white);
            i += count;
            break;
        }
    return placement;
}

}  // namespace cofnod::importers::prose
