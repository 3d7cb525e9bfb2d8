#pragma once

#include <cstdint>

#include "chess/piece.hpp"

namespace cofnod::importers::bases::chessbase {

/// Meaning of a decoded byte of the short way of coding.
struct Step {
    enum class Kind : std::uint8_t {
        null_move,
        moves,
        castles_short,
        castles_long,
        two_bytes,
        nothing,
        unknown,
        push,
        pop
    };

    Kind kind = Kind::unknown;
    chess::Role role = chess::Role::king;
    std::uint8_t number = 0;           ///< of the piece among those of its role, from 0
    std::int8_t files = 0, ranks = 0;  ///< forward for pawns, else towards h and 8; they wrap around the board
};

/// Returns the meaning of a byte.
const Step& step_of(std::uint8_t value);

}  // namespace cofnod::importers::bases::chessbase
