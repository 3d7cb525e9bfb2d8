#pragma once

#include <cstdint>
#include <string>

#include "chess/move.hpp"

namespace cofnod::notation {
enum class CheckMark : std::uint8_t;
struct Reading;
}  // namespace cofnod::notation

namespace cofnod::pgn {

/// Spelling of moves.
enum class MoveStyle : std::uint8_t {
    standard,        ///< short algebraic, in the letters of a language
    long_algebraic,  ///< "Ng1-f3", "e5xd6", "e7-e8=Q+": both squares, English letters
    uci,             ///< "g1f3", "e7e8q": as in the UCI protocol
};

/// Appends the move in long algebraic notation. `reading`: what standard notation would write.
void write_long_algebraic(chess::Move move, const notation::Reading& reading, notation::CheckMark check,
                          std::string& out);

}  // namespace cofnod::pgn
