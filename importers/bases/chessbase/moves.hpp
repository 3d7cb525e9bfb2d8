#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "importers/bases/base.hpp"

namespace cofnod::importers::bases::chessbase {

/// The moves of a record in the order of its bytes, which is that of ChessBase's notes: depth first, the main line of
/// each position before what may be played instead.
class MoveTree {
public:
    using Node = std::uint32_t;
    static constexpr Node none = ~Node{0};

    struct Played {
        std::uint16_t move;       ///< chess::Move::raw()
        Node first = none;        ///< the move after it
        Node alternative = none;  ///< the next move that may be played instead of it
        Node last_after = none;   ///< the last of the moves after it
        bool is_whites = true;
    };

    void clear() { moves_.clear(), root_ = {}; }
    void reserve(std::size_t moves) { moves_.reserve(moves); }
    /// Adds a move behind `parent`; none: at the start. Returns it.
    Node add(Node parent, std::uint16_t move, bool is_whites) {
        const auto node = static_cast<Node>(moves_.size());
        moves_.push_back({.move = move, .is_whites = is_whites});
        Played& before = parent == none ? root_ : moves_[parent];
        (before.first == none ? before.first : moves_[before.last_after].alternative) = node;
        before.last_after = node;
        return node;
    }

    [[nodiscard]] const Played& operator[](Node node) const { return moves_[node]; }
    [[nodiscard]] Node first() const { return root_.first; }
    [[nodiscard]] std::size_t size() const { return moves_.size(); }

private:
    std::vector<Played> moves_;
    Played root_{.move = 0};
};

/// Reads a record of the file of moves: the start, the main line into the game, all moves into the tree. What cannot be
/// read becomes problems of the game.
void read_moves(std::string_view bytes, const BaseOptions& options, GameRecord& game, MoveTree& tree);

}  // namespace cofnod::importers::bases::chessbase
