#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/camelot/notation.hpp"
#include "games/record/record.hpp"
#include "importers/rules.hpp"

/// Recognition of Camelot games among games of chess.
namespace cofnod::importers::camelot {

/// Returns true for the text of a position, recognised by its `*` for places outside the board, which no FEN has. The
/// position may be faulty.
bool looks_like_position(std::string_view text);

/// A word of a score read as a move: `D10-D8xD6?`.
struct MoveWord {
    cofnod::camelot::WrittenMove move;
    std::size_t length = 0;  ///< bytes of the move itself, without marks and punctuation
    std::uint8_t nag = 0;    ///< mark after the move; 0: none
    bool is_usual = false;   ///< capitals, `-` and `x`, nothing after it
};

/// Returns nullopt for a word that is not written as a move.
std::optional<MoveWord> read_move_word(std::string_view word);

/// Returns true for a word that begins with two Camelot squares and a sign between them, as no word of chess or of any
/// language does: a move, or a misprint of one.
bool is_like_move(std::string_view word);

/// Returns the number of words in the move, or misprinted move, that begins at token `i`: three in `C8 x E6`. 0: none.
std::size_t move_length(std::string_view text, std::span<const Token> tokens, std::size_t i);

/// Returns the words joined without blanks.
std::string joined(std::string_view text, std::span<const Token> words);

/// Returns true if the first word, alone or with those after it, is a possible first move of White. It is never one of
/// chess, where White has no pieces on ranks 6 and 7 at the start.
bool begins_with_first_move(std::string_view text, std::span<const Token> tokens);

/// Returns the position in which a game with these tags begins.
Expected<cofnod::camelot::Position, cofnod::camelot::PositionTextError> start_of(const RuleTags& tags);

/// Returns GameRecord::start of a game that begins in a position.
std::string start_text(const RuleTags& tags, const cofnod::camelot::Position& start);

}  // namespace cofnod::importers::camelot
