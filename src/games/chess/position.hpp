#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/problem.hpp"
#include "games/chess/attacks.hpp"
#include "games/chess/move.hpp"
#include "games/chess/square.hpp"

namespace cofnod::chess {

class Position;

enum class CastlingSide : std::uint8_t { king_side, queen_side };

/// Squares of king and rook before and after castling. The target files are always g and f, or c and d.
struct Castling {
    Square king_from, king_to;
    Square rook_from, rook_to;

    /// Requires a move of kind castling.
    static constexpr Castling of(Move move) {
        const bool king_side = move.to() > move.from();
        const Rank rank = move.from().rank();
        return {move.from(), Square::of(king_side ? File::g : File::c, rank),  //
                move.to(), Square::of(king_side ? File::f : File::d, rank)};
    }
};

/// Returns the squares that king and rook leave, cross or reach; they must be free of other pieces.
Bitboard castling_path(const Castling& castling);

enum class CastlingFault : std::uint8_t { no_right, blocked, in_check, through_check };

struct CastlingJudgement {
    std::optional<CastlingFault> fault;  ///< nullopt: castling is legal
    Move move{};
    std::optional<Square> square;  ///< the blocking piece, or the attacked square
};

/// Checks whether the side to move may castle (FIDE Laws 3.8.2; for Chess960, Guidelines II of the Laws).
CastlingJudgement judge_castling(const Position& position, CastlingSide side);

/// An unvalidated position: pieces on a board and the rest of a FEN.
struct Setup {
    std::array<std::optional<Piece>, square_count> board{};
    Color turn = Color::white;
    Bitboard castling_rooks;           ///< the rooks that may still castle
    std::optional<Square> en_passant;  ///< the square that a pawn has just passed over by a double step
    std::uint16_t halfmove_clock = 0;  ///< plies since the last capture or pawn move
    std::uint16_t fullmove_number = 1;
};

/// Reason why a setup, or the FEN that describes it, is not a valid position.
enum class SetupFault : std::uint8_t {
    not_eight_ranks,
    rank_too_long,
    rank_too_short,
    bad_piece_letter,
    bad_turn,
    bad_castling,
    bad_en_passant,
    bad_number,
    text_after_end,
    no_king,
    several_kings,
    too_many_pieces,
    pawn_on_last_rank,
    opponent_in_check,
};

ProblemKind kind_of(SetupFault fault);

/// A fault of the position itself, and the square concerned, if any.
struct SquareFault {
    SetupFault fault;
    std::optional<Square> square;
};

/// True if a pawn of the side not to move may just have made a double step over setup.en_passant.
bool explains_en_passant(const Setup& setup);

/// Returns the first violation of: one king and at most 16 pieces per side, no pawn on an outer rank, the side not to
/// move not in check. Castling rights and en passant are checked by Position.
std::optional<SquareFault> fault_of(const Setup& setup);

}  // namespace cofnod::chess

namespace cofnod::chess::zobrist {

// Zobrist keys of positions. Databases store them: any change of seed, order or use needs a new version.

inline constexpr int version = 1;
inline constexpr int no_piece = 12;  ///< its keys are 0, so that non-captures need no branch

struct Table {
    std::array<std::array<std::uint64_t, square_count>, 13> piece{};
    std::array<std::uint64_t, 16> castling{};   ///< by rook square: a1..h1, a8..h8
    std::array<std::uint64_t, 8> en_passant{};  ///< by file
    std::uint64_t black_to_move = 0;
};

extern const Table table;

inline std::uint64_t piece(int piece_index, Square square) {
    return table.piece[static_cast<std::size_t>(piece_index)][static_cast<std::size_t>(square.index())];
}
/// Returns the key of a rook that may still castle, on the first or eighth rank.
inline std::uint64_t castling(Square rook) {
    return table.castling[static_cast<std::size_t>((rook.index() & 7) | (rook.index() >> 2 & 8))];
}
inline std::uint64_t en_passant(Square square) {
    return table.en_passant[static_cast<std::size_t>(square.index() & 7)];
}

}  // namespace cofnod::chess::zobrist

namespace cofnod::chess {

inline constexpr Piece white_pawn{Color::white, Role::pawn}, black_pawn{Color::black, Role::pawn};

/// Returns the key of a pawn structure: the keys of the pawns alone. A game never returns to an earlier structure.
inline std::uint64_t pawn_key(Bitboard white, Bitboard black) {
    std::uint64_t key = 0;
    for (const Square square : white) key ^= zobrist::piece(white_pawn.index(), square);
    for (const Square square : black) key ^= zobrist::piece(black_pawn.index(), square);
    return key;
}

/// A chess position: the board and the state that the rules need from the earlier game. Includes Chess960.
///
/// Positions are small and cheap to copy; there is no undo: copy, then play.
///
/// key() identifies a position as FIDE Laws 9.2 (repetition) does: same pieces on the same squares, same side to move,
/// same castling rights, same en-passant captures. en_passant() is therefore set only if such a capture is *legal*: not
/// after 1. e4, and not if the capturing pawn is pinned.
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

    /// Returns the rooks that still have the right to castle.
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    [[nodiscard]] std::optional<Square> castling_rook(Color color, CastlingSide side) const;
    /// Returns the target square of a legal en-passant capture, if there is one.
    [[nodiscard]] std::optional<Square> en_passant() const {
        if (en_passant_ == 0) return std::nullopt;
        return Square::from_index(en_passant_);
    }
    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
    [[nodiscard]] int fullmove_number() const { return fullmove_number_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    /// Returns true if a piece of `by` attacks a square, with sliders blocked by `occupied`. `gone`: pieces to be
    /// ignored.
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied, Bitboard gone = {}) const;
    /// Returns the pieces that give check to the side to move.
    [[nodiscard]] Bitboard checkers() const;
    [[nodiscard]] bool is_check() const { return !checkers().empty(); }
    /// Returns is_check() of the position after `last`; cheaper, since most pieces cannot give check from their
    /// squares.
    [[nodiscard]] bool is_check_after(Move last) const { return is_check_after(last, role_at(last.to())); }
    /// Overload for a known role of the moved piece: king for castling.
    [[nodiscard, gnu::always_inline]] bool is_check_after(Move last, Role role) const {
        if (last.kind() != Move::Kind::ordinary || may_be_uncovered(turn_, last.from())) return is_check();
        const Square target = king(turn_);
        const Bitboard reach = role == Role::pawn ? attacks::pawn(turn_, target) : attacks::reach(role, target);
        return reach.contains(last.to()) && (attacks::between(target, last.to()) & occupied()).empty();
    }
    /// Returns the enemy sliders that would attack the king of `color` on an empty board: the only pieces that can pin.
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
    /// Overload for a known role of the moving piece: king for castling and null moves. Inline in chess/movegen.hpp.
    void play(Move move, Role role);

    bool operator==(const Position&) const = default;

private:
    [[nodiscard]] int code_at(Square square) const { return board_[static_cast<std::size_t>(square.index())]; }
    /// Returns the index of a piece in by_role_; no_piece has its own slot, always empty.
    static std::size_t role_slot(int piece) { return role_slots[static_cast<std::size_t>(piece)]; }
    static constexpr std::array<std::uint8_t, 13> role_slots = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6};
    /// Returns the role of a piece on an occupied square.
    [[nodiscard]] Role role_at(Square square) const { return static_cast<Role>(role_slot(code_at(square))); }
    /// False if no enemy slider is on a line with the king of `color` and this square.
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
    std::uint8_t en_passant_ = 0;  ///< 0 (a1): none
    Color turn_ = Color::white;
};

static_assert(sizeof(Position) <= 160);

/// Computes the key from scratch; must equal the incrementally updated `position.key()`.
std::uint64_t key_from_scratch(const Position& position);

}  // namespace cofnod::chess
