#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "camelot/board.hpp"
#include "camelot/move.hpp"
#include "camelot/setup.hpp"

namespace cofnod::camelot {

/// A position: the board, the side to move and the number of castle moves each side has used.
///
/// Positions are small and cheap to copy; there is no undo: copy, then play.
///
/// key() covers pieces, side to move and castle moves used: the legal moves depend on nothing else. (The duty of a
/// piece in its own castle to leave follows from the board: it can only have come there by the last jump.)
class Position {
public:
    /// Requires a setup without a fault_of().
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
    /// Empty squares of the board.
    [[nodiscard]] Bitboard free() const { return board_->squares & ~occupied(); }

    /// The castle that the side to move attacks, and the one that it defends.
    [[nodiscard]] const Bitboard& enemy_castle() const { return board_->castle(!turn_); }
    [[nodiscard]] const Bitboard& own_castle() const { return board_->castle(turn_); }

    /// Number of castle moves used so far: 0, 1 or 2.
    [[nodiscard]] int castle_moves(Color color) const { return castle_moves_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] bool has_castle_move() const;
    /// Plies since the last capture or entry into an enemy castle; 0 for a position read from text.
    [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    /// Squares of the enemy pieces that a move captures.
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

/// Returns the effect of a path. Each square must be one step or one leap from the one before; enemy pieces leapt over
/// are captured, each once.
Move effect_of(const Position& position, const Path& path);

/// Computes the key from scratch; it equals the incrementally updated `position.key()`.
std::uint64_t key_from_scratch(const Position& position);

}  // namespace cofnod::camelot
