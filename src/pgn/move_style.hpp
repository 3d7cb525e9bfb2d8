#pragma once

#include <cstdint>
#include <string>

#include "chess/position.hpp"
#include "chess/uci.hpp"
#include "notation/reading.hpp"

namespace cofnod::pgn {

/// How the moves of a score are spelt.
enum class MoveStyle : std::uint8_t {
    standard,        ///< short algebraic, in the letters of a language
    long_algebraic,  ///< "Ng1-f3", "e5xd6", "e7-e8=Q+": both squares, English letters
    uci,             ///< "g1f3", "e7e8q": what engines read
};

/// Appends the move in long algebraic notation. `reading`: what standard notation would write.
void write_long_algebraic(chess::Move move, const notation::Reading& reading, notation::CheckMark check,
                          std::string& out);

/// How a game that begins there writes castling in UCI: "king takes rook" in Chess960, which is told by a king or
/// rook with the right to castle that stands elsewhere than in ordinary chess.
chess::UciCastling uci_castling(const chess::Position& start);

}  // namespace cofnod::pgn
