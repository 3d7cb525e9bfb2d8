#pragma once

#include <array>
#include <cstdint>

namespace cofnod::importers::bases::chessbase {

/// A permutation of 0..255: what each byte of the file of moves means.
using MoveCodes = std::array<std::uint8_t, 256>;

/// Number of the way in which quoted games are coded; no record has it.
inline constexpr int quoted = 64;

/// A way of coding the moves of a record.
struct Coding {
    const MoveCodes* codes;
    bool subtracts_first;  ///< the number of moves so far is taken off before the table is asked, not behind it
    bool has_two_bytes;    ///< every move is 16 bits
    bool is_reversed;      ///< pieces are numbered from h8 down
    bool is_chess960;
};

/// Returns the way with this number; nullptr for one that is not known, or has other rules than chess.
const Coding* coding_of(int mode);

}  // namespace cofnod::importers::bases::chessbase
