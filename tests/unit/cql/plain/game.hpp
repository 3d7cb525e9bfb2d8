#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

#include "cql/run/game_tree.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/record/annotations.hpp"

/// A second, slow implementation of CQL as a reference for the evaluator: tables of squares, loops, and no caching.
namespace cofnod::cql::plain {

inline constexpr int empty = 12;

/// Content of each square: chess::Piece::index(), or empty.
using Board = std::array<int, 64>;

struct Place {
    chess::Position position;
    chess::Move move;  ///< move that led here
    int parent = -1;
    std::vector<int> children;
    int ply = 0;
    int depth = 0;
    int index = 0;  ///< index among the children of its parent
    Board board{};
    std::array<int, 64> who{};  ///< constant number of the piece on each square; 0: none
};

/// A game with variations, and all its positions in preorder.
class TreeGame {
public:
    [[nodiscard]] Game game() const { return {1, start, moves, &annotations}; }
    [[nodiscard]] const Place& at(int id) const { return places[static_cast<std::size_t>(id)]; }
    [[nodiscard]] int size() const { return static_cast<int>(places.size()); }
    /// Returns true if `above` is `below` or an earlier position of its line.
    [[nodiscard]] bool leads_to(int above, int below) const;
    /// Returns the moves as text: "e2e4 (d2d4) e7e5".
    [[nodiscard]] std::string text() const;

    std::string start;
    std::string moves;
    Annotations annotations;
    std::vector<Place> places;
};

/// Returns a game of random moves, with nested variations if requested.
TreeGame random_tree(std::mt19937& random, const std::string& start, int plies, bool variations);

/// Returns the place after a move.
Place after(const Place& before, chess::Move move);

}  // namespace cofnod::cql::plain
