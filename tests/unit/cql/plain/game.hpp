#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

#include "cql/run/game_tree.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/record/annotations.hpp"

/// A second, slow reading of CQL to hold the evaluator against: tables of squares, loops, and nothing remembered.
namespace cofnod::cql::plain {

inline constexpr int empty = 12;

/// What stands on each square: chess::Piece::index(), or empty.
using Board = std::array<int, 64>;

struct Place {
    chess::Position position;
    chess::Move move;  ///< that led here
    int parent = -1;
    std::vector<int> children;
    int ply = 0;
    int depth = 0;
    int index = 0;  ///< among the children of its parent
    Board board{};
    std::array<int, 64> who{};  ///< a number for each piece, that it keeps; 0: nobody
};

/// A game with variations, all positions in preorder.
class TreeGame {
public:
    [[nodiscard]] Game game() const { return {1, start, moves, &annotations}; }
    [[nodiscard]] const Place& at(int id) const { return places[static_cast<std::size_t>(id)]; }
    [[nodiscard]] int size() const { return static_cast<int>(places.size()); }
    /// Whether `above` is `below` or one of those before it.
    [[nodiscard]] bool leads_to(int above, int below) const;
    /// The moves as they can be read: "e2e4 (d2d4) e7e5".
    [[nodiscard]] std::string text() const;

    std::string start;
    std::string moves;
    Annotations annotations;
    std::vector<Place> places;
};

/// Moves at random, with variations in variations if there are to be some.
TreeGame random_tree(std::mt19937& random, const std::string& start, int plies, bool variations);

/// What stands after a move, and who stands where.
Place after(const Place& before, chess::Move move);

}  // namespace cofnod::cql::plain
