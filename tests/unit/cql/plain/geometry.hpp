#pragma once

#include <bitset>
#include <optional>
#include <vector>

#include "cql/syntax.hpp"
#include "game.hpp"

namespace cofnod::cql::plain {

using Squares = std::bitset<64>;

/// Steps of one square, in the order of Direction.
struct Step {
    int file, rank;
};
inline constexpr Step steps[8] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

/// Returns the square at a distance, if it is on the board.
std::optional<int> moved(int square, int files, int ranks);

inline bool is_white(int piece) { return piece < 6; }
inline bool is_enemy(int a, int b) { return a != empty && b != empty && is_white(a) != is_white(b); }
/// Returns true if a piece can move any distance in a direction.
bool slides(int piece, int direction);

/// Returns true if the piece on one square attacks another.
bool attacks(const Board& board, int from, int to);
bool is_check(const Board& board, bool white_to_move);

/// Returns pairs of the first and last squares of rays from `from` through all sets; `attacking`: only rays from
/// sliders in their direction.
std::vector<std::pair<int, int>> rays(const Board& board, unsigned directions, const std::vector<Squares>& sets,
                                      bool attacking);

struct Pin {
    int from, through, to;
};
/// Returns every slider with a piece of the other colour and a square beyond it in line.
std::vector<Pin> pins(const Board& board);

Squares between(const Squares& a, const Squares& b);

/// Returns the pawns for which `other` is true of another pawn: other(file difference, ranks ahead, same colour).
template <typename Predicate>
Squares pawns_with(const Board& board, Predicate other) {
    Squares result;
    for (int square = 0; square < 64; ++square) {
        const int pawn = board[static_cast<std::size_t>(square)];
        if (pawn % 6 != 0 || pawn == empty) continue;
        for (int second = 0; second < 64; ++second) {
            const int partner = board[static_cast<std::size_t>(second)];
            if (partner % 6 != 0 || partner == empty || second == square) continue;
            const int ahead = (second / 8 - square / 8) * (is_white(pawn) ? 1 : -1);
            if (other(std::abs(second % 8 - square % 8), ahead, pawn == partner))
                result.set(static_cast<std::size_t>(square));
        }
    }
    return result;
}

}  // namespace cofnod::cql::plain
