#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "search/wanted_position.hpp"

namespace cofnod::search {

struct ReadPosition {
    WantedPosition wanted;
    std::string note;  ///< report of parts of the FEN that were ignored; may be empty
};

/// Reads a wanted position from a FEN or its first fields. Fields that are missing, or `?`, match any:
///
///     r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R               these pieces, either side to move
///     ... w                                                             and White to move
///     ... w KQkq                                                        and all castling rights
///     ... w KQkq -                                                      and no en-passant capture: the exact position
///     ... ? ? e3                                                        an en-passant capture on e3 is legal
///
/// `-` in the third or fourth field means "none", as in FEN. Move counters are accepted and ignored. What people and
/// programs write otherwise is repaired with a note, as in chess/fen_field.hpp.
Expected<ReadPosition, TextFault> read_position(std::string_view fen);

}  // namespace cofnod::search
