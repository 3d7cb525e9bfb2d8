#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/token.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// A text with words about a game.
struct Narrative {
    std::string_view text;
    std::span<const Token> tokens;  ///< in the order of the text
    const notation::Languages& languages;
    const Tags& tags;  ///< the players
    /// Returns true for token `i` of a move; none: there are no moves in the text.
    std::function<bool(std::size_t)> is_move{};
};

/// The words before a word for resigning in its sentence, as far as they say who resigned.
struct Clause {
    char who = 0;  ///< 'w' or 'b'
    bool has_words = false;
    bool is_denied = false;  ///< or supposed, or said of moves that were not played
};

/// Reads the words between byte `from` and token `i`; the player named last counts.
Clause clause_before(const Narrative& told, std::size_t i, std::uint32_t from);

/// Returns who resigns by the word at token `i`: the player named last before it in the sentence, `Black, seeing no
/// defence, resigned`, or directly behind it, `Ildiodd Du`. None where the sentence denies or supposes it.
std::optional<SaidResult> named_to_resign(const Narrative& told, std::size_t i, const Clause& before);

/// True if a word before token `i` denies what follows, in the same clause, or supposes it, in the same sentence.
bool is_denied(const Narrative& told, std::size_t i);

/// Returns true if words for a result say that somebody resigned, so that no move of the game follows: "Black resigns",
/// "ildiodd Du". "White wins" may be said of a position.
bool says_resigned(const notation::Languages& languages, std::string_view words);

/// Returns the length of the words for mate or a win, "and mates", "und gewinnt", that a text begins with; 0: it does
/// not. They are said of whoever moved last.
std::size_t length_of_win(const notation::Languages& languages, std::string_view text);

/// Returns the result that a text without moves gives, "Jones resigns", "ac ildiodd Du", "and White won": of whoever is
/// to move if "resigned" is all of it, else of the player named, by colour or in the tags, and of nobody if none is.
/// Other words must end their sentence, for "White wins" may be followed by "a pawn".
std::optional<SaidResult> told_result(const notation::Languages& languages, const Tags& tags, std::string_view text);

}  // namespace cofnod::importers
