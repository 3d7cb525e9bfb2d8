#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/position.hpp"

namespace cofnod::chess {

/// Numbers the pieces of a side from 0 to 15 in the order of their start squares a1, b1, ... h8. A piece keeps its
/// number until it is captured, also through promotion; numbers are not reused.
class PieceNumbers {
public:
    explicit PieceNumbers(const Position& start);

    /// Returns the number of the piece on an occupied square.
    [[nodiscard]] int number_at(Square square) const { return numbers_[static_cast<std::size_t>(square.index())]; }
    /// Returns the square of a piece of the side to move, if it is still on the board.
    [[nodiscard]] std::optional<Square> find(const Position& position, int number) const;

    [[gnu::always_inline]] void play(const Position& before, Move move) {
        if (move.is_null()) return;
        if (move.kind() == Move::Kind::castling) return castle(before.turn(), Castling::of(move));
        move_number(before.turn(), number_at(move.from()), move.to());
    }

private:
    void castle(Color color, const Castling& castling);
    [[gnu::always_inline]] void move_number(Color color, int number, Square to) {
        const auto index = static_cast<std::size_t>(to.index());
        numbers_[index] = static_cast<std::uint8_t>(number);
        squares_[static_cast<std::size_t>(color)][static_cast<std::size_t>(number)] = static_cast<std::uint8_t>(index);
    }

    std::array<std::uint8_t, square_count> numbers_{};
    std::array<std::array<std::uint8_t, 16>, 2> squares_;  ///< last known square of each piece, or 64
};

}  // namespace cofnod::chess
