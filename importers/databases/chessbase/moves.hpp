#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "importers/databases/base.hpp"

namespace cofnod::importers::databases::chessbase {

/// The moves of a record in byte order, which is also the order of ChessBase's notes: depth first, with the main line
/// of each position before its alternatives. A node is the number of a move in that order.
class RecordedMoves {
public:
    using Node = std::uint32_t;
    static constexpr Node none = ~Node{0};

    /// A move that does not follow the previous node.
    struct Branch {
        Node node, parent;
    };

    /// Prepares for add(). `moves`: expected maximum number.
    void begin(bool is_whites, std::size_t moves) {
        begins_with_white_ = is_whites;
        moves_.reserve(moves);
    }
    /// Adds a move (chess::Move::raw()) after `parent`; none: at the start. Returns its node.
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

/// Reads a record of the file of moves: the start and main line into the game, and all moves. Unreadable parts become
/// problems of the game.
void read_moves(std::string_view record, const BaseOptions& options, GameRecord& game, RecordedMoves& moves);

}  // namespace cofnod::importers::databases::chessbase
