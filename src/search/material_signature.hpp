#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "chess/replayer.hpp"

namespace cofnod::search {

/// How many pieces of each kind stand on the board, four bits each: white's P N B R Q, then black's, white's pawns
/// lowest. Sixteen of a kind, which no game reaches, count as fifteen.
using MaterialSignature = std::uint64_t;

inline constexpr std::array<chess::Piece, 10> signature_pieces = [] {
    std::array<chess::Piece, 10> pieces{};
    std::size_t i = 0;
    for (const chess::Color color : {chess::Color::white, chess::Color::black})
        for (const chess::Role role :
             {chess::Role::pawn, chess::Role::knight, chess::Role::bishop, chess::Role::rook, chess::Role::queen})
            pieces[i++] = {color, role};
    return pieces;
}();

inline MaterialSignature material_of(const chess::Replayer& game) {
    MaterialSignature signature = 0;
    for (std::size_t i = signature_pieces.size(); i-- > 0;)
        signature =
            signature << 4 | static_cast<MaterialSignature>(std::min(game.pieces(signature_pieces[i]).count(), 15));
    return signature;
}

}  // namespace cofnod::search
