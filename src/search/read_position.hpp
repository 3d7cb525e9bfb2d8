#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "search/wanted_position.hpp"

namespace cofnod::search {

struct ReadPosition {
    WantedPosition wanted;
    std::string note;  ///< what was left out to make sense of it; may be empty
};

/// The position that a FEN, or the beginning of one, asks for. What is written counts; what is missing, or `?`, does
/// not matter:
///
///     r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R               these pieces, whoever is to move
///     ... w                                                             and White to move
///     ... w KQkq                                                        and everybody may still castle
///     ... w KQkq -                                                      and nobody may capture in passing: exactly
///     this
///     ... ? ? e3                                                        a pawn that has come to e4 may be captured
///
/// `-` in the third or fourth field says "none", as everywhere in FEN. The move counters may stand there, and never
/// matter: a position is the same whenever it is reached.
Expected<ReadPosition, TextFault> read_position(std::string_view fen);

}  // namespace cofnod::search
