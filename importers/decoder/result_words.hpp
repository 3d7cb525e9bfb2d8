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
    /// Returns true if token `i` belongs to a move; empty: there are no moves in the text.
    std::function<bool(std::size_t)> is_move{};
};

/// The words before a word for resigning in its sentence, as far as they name the player who resigned.
struct Clause {
    char who = 0;  ///< 'w' or 'b'
    bool has_words = false;
    bool is_denied = false;  ///< or supposed, or about moves that were not played
};

/// Reads the words between byte `from` and token `i`; the player named last counts.
Clause clause_before(const Narrative& told, std::size_t i, std::uint32_t from);

/// Returns the result if the word at token `i` says that a player resigns: the one named last before it in the
/// sentence, `Black, seeing no defence, resigned`, or directly after it, `Ildiodd Du`. nullopt if the sentence denies
/// or supposes it.
std::optional<SaidResult> named_to_resign(const Narrative& told, std::size_t i, const Clause& before);

/// Returns true if a word before token `i` denies the word in the same clause, or supposes it in the same sentence.
bool is_denied(const Narrative& told, std::size_t i);

/// Returns true if words for a result say that someone resigned: "Black resigns", "ildiodd Du".
bool says_resigned(const notation::Languages& languages, std::string_view words);

/// Returns true if the text after words for a result gives them an object or denies them, so that they are not about
/// the game: "resigns a pawn", "resigns himself to", "draw declined".
bool has_object(const notation::Languages& languages, std::string_view rest);

/// Returns true if words for a result end the game, so that moves after them are analysis: someone resigns, or the
/// sentence or paragraph ends, or the number of a move follows in the line. "White wins a pawn" does not. `rest`: the
/// text after them.
bool ends_game(const notation::Languages& languages, std::string_view words, std::string_view rest);

/// Returns true if a text begins with a move in words, or with a misprint of a move before the result: "R takes P
/// and Black resigned", "la tour prend le pion", "zz and White resigned".
bool begins_with_told_move(const notation::Languages& languages, std::string_view text);

/// Returns the length of the words for mate or a win, "and mates", "und gewinnt", that a text begins with; 0: none.
/// They are about the side that moved last.
std::size_t length_of_win(const notation::Languages& languages, std::string_view text);

/// Returns the result given by a text without moves, "Jones resigns", "ac ildiodd Du", "and White won". The side to
/// move resigned if "resigned" is the whole text; otherwise the text must name the player, by colour or as in the tags.
/// Other words must end their sentence, because "White wins" may be followed by "a pawn".
std::optional<SaidResult> told_result(const notation::Languages& languages, const Tags& tags, std::string_view text);

}  // namespace cofnod::importers
