#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/position.hpp"

namespace cofnod::chess {

/// Every piece of a side has a number from 0 to 15: its place in the start position, counted from a1, b1, ... to h8.
/// It keeps the number until it is captured, promotion or not; nobody else gets it.
class PieceNumbers {
public:
    explicit PieceNumbers(const Position& start);

    /// Of the piece on an occupied square.
    [[nodiscard]] int number_at(Square square) const { return numbers_[static_cast<std::size_t>(square.index())]; }
    /// Where a piece of the side to move stands, if it is still on the board.
    [[nodiscard]] std::optional<Square> find(const Position& position, int number) const;

    void play(const Position& before, Move move);

private:
    void move_number(Color color, int number, Square to);

    std::array<std::uint8_t, square_count> numbers_{};
    std::array<std::array<std::uint8_t, 16>, 2> squares_;  ///< the last one a piece stood on, or 64
};

}  // namespace cofnod::chess
