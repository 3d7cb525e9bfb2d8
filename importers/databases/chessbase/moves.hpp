#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "importers/databases/base.hpp"

namespace cofnod::importers::databases::chessbase {

/// The moves of a record in the order of its bytes, which is that of ChessBase's notes: depth first, the main line of
/// each position before what may be played instead. A move is a node, by its place in that order.
class RecordedMoves {
public:
    using Node = std::uint32_t;
    static constexpr Node none = ~Node{0};

    /// Where a move does not follow the one before it.
    struct Branch {
        Node node, parent;
    };

    /// Call before add. `moves`: how many there may be.
    void begin(bool is_whites, std::size_t moves) {
        begins_with_white_ = is_whites;
        moves_.reserve(moves);
    }
    /// Adds a move (chess::Move::raw()) behind `parent`; none: at the start. Returns it.
    Node add(Node parent, std::uint16_t move) {
        const auto node = static_cast<Node>(moves_.size());
        moves_.push_back(move);
        if (parent + 1 != node) branches_.push_back({node, parent});
        return node;
    }

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    [[nodiscard]] std::uint16_t operator[](Node node) const { return moves_[node]; }
    [[nodiscard]] const std::vector<Branch>& branches() const { return branches_; }
    [[nodiscard]] bool begins_with_white() const { return begins_with_white_; }

private:
    std::vector<std::uint16_t> moves_;
    std::vector<Branch> branches_;  ///< by node
    bool begins_with_white_ = true;
};

/// The same as a tree.
class MoveTree {
public:
    using Node = RecordedMoves::Node;
    static constexpr Node none = RecordedMoves::none;

    struct Played {
        std::uint16_t move;       ///< chess::Move::raw()
        Node first = none;        ///< the move after it
        Node alternative = none;  ///< the next move that may be played instead of it
        Node last_after = none;   ///< the last of the moves after it
        bool is_whites = true;
    };

    explicit MoveTree(const RecordedMoves& moves);

    [[nodiscard]] const Played& operator[](Node node) const { return moves_[node]; }
    [[nodiscard]] Node first() const { return root_.first; }
    [[nodiscard]] std::size_t size() const { return moves_.size(); }

private:
    void add(Node parent, std::uint16_t move);

    std::vector<Played> moves_;
    Played root_;  ///< as if the other side had moved before
};

/// Reads a record of the file of moves: the start, the main line into the game, and all moves. What cannot be read
/// becomes problems of the game.
void read_moves(std::string_view record, const BaseOptions& options, GameRecord& game, RecordedMoves& moves);

}  // namespace cofnod::importers::databases::chessbase
