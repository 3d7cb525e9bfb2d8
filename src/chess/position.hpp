#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "chess/move.hpp"
#include "chess/piece.hpp"
#include "chess/setup.hpp"
#include "chess/zobrist.hpp"

namespace cofnod::chess {

/// A chess position: the board and the state that the rules need from the earlier game. Includes Chess960.
///
/// Positions are small and cheap to copy; there is no undo: copy, then play.
///
/// key() identifies a position as FIDE Laws 9.2 (repetition) do: same pieces on the same squares, same side to move,
/// same castling rights, same en-passant captures. en_passant() is therefore set only when such a capture is *legal*:
/// not after 1. e4, and not if the capturing pawn is pinned.
class Position {
public:
    /// Requires a setup without a fault_of(). Castling rights without king and rook in place, and an en-passant square
    /// without a legal capture, are dropped.
    explicit Position(const Setup& setup);
    static Position initial();

    [[nodiscard]] Color turn() const { return turn_; }
    [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] Bitboard pieces(Role role) const { return by_role_[static_cast<std::size_t>(role)]; }
    [[nodiscard]] Bitboard pieces(Color color, Role role) const { return pieces(color) & pieces(role); }
    [[nodiscard]] std::optional<Piece> piece_at(Square square) const {
        const int piece = code_at(square);
        if (piece == zobrist::no_piece) return std::nullopt;
        return Piece::from_index(piece);
    }
    [[nodiscard]] Square king(Color color) const { return pieces(color, Role::king).first(); }

    /// Rooks that still have the right to castle.
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    [[nodiscard]] std::optional<Square> castling_rook(Color color, CastlingSide side) const;
    /// Target square of a legal en-passant capture, if there is one.
    [[nodiscard]] std::optional<Square> en_passant() const {
        if (en_passant_ == 0) return std::nullopt;
        return Square::from_index(en_passant_);
    }
    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
    [[nodiscard]] int fullmove_number() const { return fullmove_number_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    /// Returns true if a piece of `by` attacks a square, with sliders blocked by `occupied`. `gone`: those that do not
    /// count.
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied, Bitboard gone = {}) const;
    /// Pieces that give check to the side to move.
    [[nodiscard]] Bitboard checkers() const;
    [[nodiscard]] bool is_check() const { return !checkers().empty(); }
    /// is_check() of the position that a move led to; cheaper, as most pieces cannot give check from where they are.
    [[nodiscard]] bool is_check_after(Move last) const { return is_check_after(last, role_at(last.to())); }
    /// The same where it is known which piece moved: the king for castling.
    [[nodiscard, gnu::always_inline]] bool is_check_after(Move last, Role role) const {
        if (last.kind() != Move::Kind::ordinary || may_be_uncovered(turn_, last.from())) return is_check();
        const Square target = king(turn_);
        const Bitboard reach = role == Role::pawn ? attacks::pawn(turn_, target) : attacks::reach(role, target);
        return reach.contains(last.to()) && (attacks::between(target, last.to()) & occupied()).empty();
    }
    /// Enemy sliders that would attack the king of `color` on an empty board: the only pieces that can pin.
    [[nodiscard]] Bitboard sliders_towards_king(Color color) const;

    /// True if a pseudo-legal move leaves the mover's king unattacked (castling: see judge_castling).
    [[nodiscard]] bool leaves_king_safe(Move move) const;
    /// False if the move certainly leaves the king safe, provided that the side is not in check. Cheap.
    [[nodiscard, gnu::always_inline]] bool may_uncover_king(Move move) const {
        return move.from() == king(turn_) || move.kind() == Move::Kind::en_passant ||
               may_be_uncovered(turn_, move.from());
    }

    /// Plays a legal move; a null move passes the turn.
    void play(Move move);
    /// The same where it is known which piece moves: the king for castling and null. Inline in chess/play.hpp.
    void play(Move move, Role role);

    bool operator==(const Position&) const = default;

private:
    [[nodiscard]] int code_at(Square square) const { return board_[static_cast<std::size_t>(square.index())]; }
    /// Index of a piece in by_role_; no_piece has its own slot, always empty.
    static std::size_t role_slot(int piece) { return role_slots[static_cast<std::size_t>(piece)]; }
    static constexpr std::array<std::uint8_t, 13> role_slots = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6};
    /// Returns the role of a piece on an occupied square.
    [[nodiscard]] Role role_at(Square square) const { return static_cast<Role>(role_slot(code_at(square))); }
    /// False if no slider of the other side stands on a line with the king of `color` and this square.
    [[nodiscard, gnu::always_inline]] bool may_be_uncovered(Color color, Square square) const {
        const Square target = king(color);
        if (!attacks::reach(Role::queen, target).contains(square)) return false;
        const Bitboard sliders = pieces(Role::bishop) | pieces(Role::rook) | pieces(Role::queen);
        return !(attacks::line(target, square) & sliders & pieces(!color)).empty();
    }
    void put(Square square, int piece);
    void take(Square square, int piece);
    void play_rare(Move move);
    void pass_turn();
    void castle(Move move);
    void allow_castling(Square rook);
    void lose_castling(Bitboard rooks);
    void forget_en_passant();
    void allow_en_passant(Square square);
    void keep_possible_castling(Bitboard rooks);

    std::array<Bitboard, role_count + 1> by_role_{};  ///< the last is for no_piece: always empty
    std::array<Bitboard, 2> by_color_{};
    Bitboard castling_rooks_;
    std::uint64_t key_ = 0;
    std::array<std::uint8_t, square_count> board_{};  ///< Piece::index(), or zobrist::no_piece
    std::uint16_t halfmove_clock_ = 0;
    std::uint16_t fullmove_number_ = 1;
    std::uint8_t en_passant_ = 0;  ///< 0 (a1) stands for none
    Color turn_ = Color::white;
};

static_assert(sizeof(Position) <= 160);

/// Computes the key from scratch; it equals the incrementally updated `position.key()`.
std::uint64_t key_from_scratch(const Position& position);

}  // namespace cofnod::chess
