#pragma once

#include <cstdint>

#include "chess/replayer.hpp"

namespace cofnod::search {

/// How many pieces of each kind stand on the board: four bits for each of white's P N B R Q, then of black's, white's
/// pawns lowest. Sixteen of a kind count as fifteen.
using MaterialSignature = std::uint64_t;

inline MaterialSignature material_of(const chess::Replayer& game) {
    MaterialSignature signature = 0;
    unsigned shift = 0;
    for (const chess::Color color : {chess::Color::white, chess::Color::black})
        for (int role = 0; role < 5; ++role, shift += 4) {
            const auto count = game.pieces(chess::Piece{color, static_cast<chess::Role>(role)}).count();
            signature |= static_cast<MaterialSignature>(count < 15 ? count : 15) << shift;
        }
    return signature;
}

}  // namespace cofnod::search
