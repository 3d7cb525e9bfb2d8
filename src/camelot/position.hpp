#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "camelot/board.hpp"
#include "camelot/move.hpp"
#include "camelot/setup.hpp"

namespace cofnod::camelot {

/// A position: the board, whose turn it is, and how many castle moves each side has used.
///
/// Positions are small and copied freely; there is no "take back": copy first, then play.
///
/// key() stands for pieces, side to move and castle moves used: what may be played from here depends on nothing else.
/// (That a piece in its own castle must leave is seen on the board: only by the jump just made can it stand there.)
class Position {
public:
    /// The setup must have no fault_of().
    explicit Position(const Setup& setup);
    static Position initial(const Board& board = boards::camelot);

    [[nodiscard]] const Board& board() const { return *board_; }
    [[nodiscard]] Color turn() const { return turn_; }
    [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    [[nodiscard]] const Bitboard& pieces(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] const Bitboard& knights() const { return knights_; }
    [[nodiscard]] Bitboard pieces(Color color, Role role) const {
        return pieces(color) & (role == Role::knight ? knights_ : ~knights_);
    }
    [[nodiscard]] std::optional<Piece> piece_at(Square square) const;
    /// The squares of the board without a piece.
    [[nodiscard]] Bitboard free() const { return board_->squares & ~occupied(); }

    /// The castle that the side to move attacks, and the one that it keeps out of.
    [[nodiscard]] const Bitboard& enemy_castle() const { return board_->castle(!turn_); }
    [[nodiscard]] const Bitboard& own_castle() const { return board_->castle(turn_); }

    /// 0, 1 or 2: used in the game so far.
    [[nodiscard]] int castle_moves(Color color) const { return castle_moves_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] bool has_castle_move() const;
    /// Plies since something was captured or entered an enemy castle; 0 where a text begins.
    [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    /// The squares of the enemy pieces that a move takes.
    [[nodiscard]] Bitboard captured_by(const Move& move) const;

    /// Plays a legal move of this position.
    void play(const Move& move);

    bool operator==(const Position&) const = default;

private:
    void toggle(Piece piece, Square square);
    void capture(const Bitboard& victims);
    void count_castle_move();

    const Board* board_;
    std::array<Bitboard, 2> by_color_{};
    Bitboard knights_;
    std::uint64_t key_ = 0;
    std::uint16_t quiet_plies_ = 0;
    std::array<std::uint8_t, 2> castle_moves_{};
    Color turn_ = Color::white;
};

/// What following the path does. Each square but the first must be one step or one leap from the last; pieces of the
/// other side that are leapt over are captured, each once.
Move effect_of(const Position& position, const Path& path);

/// The key worked out from nothing; `position.key()` is always the same, but kept up to date move by move.
std::uint64_t key_from_scratch(const Position& position);

}  // namespace cofnod::camelot
