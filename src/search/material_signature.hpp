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

/// Of one side alone: the other has none.
inline MaterialSignature material_of(const chess::Replayer& game, chess::Color side) {
    constexpr std::size_t pieces_a_side = signature_pieces.size() / 2;
    const std::size_t first = static_cast<std::size_t>(side) * pieces_a_side;
    MaterialSignature signature = 0;
    for (std::size_t i = pieces_a_side; i-- > 0;) {
        const int count = std::min(game.pieces(signature_pieces[first + i]).count(), 15);
        signature = signature << 4 | static_cast<MaterialSignature>(count);
    }
    return signature << 4 * first;
}

inline MaterialSignature material_of(const chess::Replayer& game) {
    return material_of(game, chess::Color::white) | material_of(game, chess::Color::black);
}

}  // namespace cofnod::search
