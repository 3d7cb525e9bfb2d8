#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "chess/replayer.hpp"

namespace cofnod::columns {

/// A run of positions of a game in which a piece stands on a square: the plies of the first and of the last.
struct Stay {
    std::uint32_t game;  ///< ordinal of the game in its chunk
    std::uint32_t first, last;
};

/// Number of combinations of a piece and a square: Piece::index() * 64 + Square::index().
inline constexpr std::size_t piece_square_count = std::size_t{12} * 64;

/// The stays of a chunk by piece and square, of each in the order of games and plies.
using Stays = std::array<std::vector<Stay>, piece_square_count>;

/// Adds the stays of a game, which begins at `now`.
void add_stays(chess::Replayer now, std::string_view moves, std::uint32_t game, Stays& stays);

}  // namespace cofnod::columns
