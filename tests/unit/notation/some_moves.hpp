#pragma once

#include <vector>

#include "notation/reading.hpp"

namespace cofnod::notation {

/// Returns moves of every piece to every square, plain and with parts of the departure square.
inline std::vector<Reading> moves_of_pieces() {
    std::vector<Reading> moves;
    for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen, Role::king})
        for (int square = 0; square < 64; ++square)
            for (int written = 0; written < 8; ++written) {
                Reading move{.role = role,
                             .to_file = static_cast<File>(square % 8),
                             .to_rank = static_cast<Rank>(square / 8),
                             .capture = (written & 4) != 0};
                if (written & 1) move.from_file = static_cast<File>((square + 3) % 8);
                if (written & 2) move.from_rank = static_cast<Rank>((square + 5) % 8);
                moves.push_back(move);
            }
    return moves;
}

/// Returns pawn moves and captures, with promotions to every piece on any rank.
inline std::vector<Reading> moves_of_pawns() {
    std::vector<Reading> moves;
    const auto add = [&](Reading move) {
        moves.push_back(move);
        for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen}) {
            move.promotion = role;
            moves.push_back(move);
        }
    };
    for (int to = 0; to < 8; ++to)
        for (const Rank rank : {Rank::r1, Rank::r5, Rank::r8}) {
            Reading move{.to_file = static_cast<File>(to), .to_rank = rank};
            add(move);
            move.capture = true;
            for (const int from : {to - 1, to + 1})
                if (from >= 0 && from < 8) {
                    move.from_file = static_cast<File>(from);
                    add(move);
                }
        }
    return moves;
}

}  // namespace cofnod::notation
