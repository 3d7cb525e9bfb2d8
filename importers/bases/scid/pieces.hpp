#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/position.hpp"

namespace cofnod::importers::bases::scid {

/// Numbers the pieces of both sides as Scid does: in the order of the start position, the king always 0. The last piece
/// takes the number of one that is captured.
class Pieces {
public:
    explicit Pieces(const chess::Position& start);

    /// Returns the square of a piece of the side to move; nullopt if it has no such piece.
    [[nodiscard]] std::optional<chess::Square> find(chess::Color color, int number) const;
    /// Follows a move; call before it is played.
    void play(const chess::Position& before, chess::Move played);

private:
    struct Side {
        std::array<std::uint8_t, 16> squares{};
        int count = 0;
    };
    void add(Side& side, chess::Square square, bool is_king);
    void move(Side& side, chess::Square from, chess::Square to);
    void remove(Side& side, chess::Square square);

    std::array<Side, 2> sides_;
    std::array<std::uint8_t, chess::square_count> numbers_{};  ///< of the piece on a square
};

}  // namespace cofnod::importers::bases::scid
