#pragma once

#include <cstdint>
#include <string_view>

#include "base/problem.hpp"
#include "games/chess/move.hpp"
#include "games/chess/position.hpp"
#include "games/chess/square.hpp"
#include "notation/described_move.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Squares of the pieces that began on the king's side. Descriptive notation calls a rook the king's rook wherever it
/// goes, so the position alone does not suffice to read such a game.
class Wings {
public:
    [[nodiscard]] bool is_of_king_side(Square square) const { return king_side_.contains(square); }

    /// Also considers the current square of a piece from here on: the king's rook may be the one on the king's side.
    void heed_places() { heeds_places_ = true; }
    [[nodiscard]] bool heeds_places() const { return heeds_places_; }

    void play(Move move) {
        if (move.is_null()) return;
        if (move.kind() == Move::Kind::castling) {
            const Castling squares = Castling::of(move);
            const bool rook = is_of_king_side(squares.rook_from);
            place(squares.rook_from, false);
            place(squares.king_from, false);
            place(squares.king_to, true);
            place(squares.rook_to, rook);
            return;
        }
        const bool moved = is_of_king_side(move.from());
        place(move.from(), false);
        place(move.to(), moved);
    }

private:
    void place(Square square, bool king_side) {
        king_side_ &= ~Bitboard(square);
        if (king_side) king_side_ |= square;
    }

    Bitboard king_side_ = Bitboard(0xF0F0F0F0F0F0F0F0);  ///< the files e to h
    bool heeds_places_ = false;
};

/// Reason why no legal move fits the text.
enum class IllegalReason : std::uint8_t {
    unreadable,       ///< no reading, or one without a target square
    nothing_reaches,  ///< no piece of that role can go there
    own_piece_there,  ///< a piece of the same side is there
    leaves_king_in_check,
    promotion_missing,  ///< a pawn reaches the last rank without a promotion piece
    promotion_misplaced,
    castling_no_right,
    castling_blocked,
    castling_in_check,
    castling_through_check,
    null_in_check,
};

/// Result of resolving a written move.
struct Resolution {
    enum class Kind : std::uint8_t { unique, ambiguous, illegal };

    Kind kind = Kind::illegal;
    IllegalReason reason = IllegalReason::unreadable;  ///< set if illegal
    std::uint8_t reading = 0;                          ///< index of the reading that fits, or to which `reason` applies
    Move move{};                                       ///< the legal move, if unique
    /// Ambiguous: the legal moves that fit. Illegal: the most similar legal moves (same role and target square;
    /// otherwise same target square), possibly none.
    FewMoves moves;

    explicit operator bool() const { return kind == Kind::unique; }

    /// Sets `kind` and `move` from the number of moves; with none, `kind` stays illegal.
    void count_moves() {
        if (moves.size() > 1) kind = Kind::ambiguous;
        if (moves.size() != 1) return;
        kind = Kind::unique;
        move = moves[0];
    }
};

/// Finds the legal move that a text denotes. Strict readings come first; loose ones, and pieces other than pawns
/// without their letter ("g1f3"), count only if no strict one is legal. The capture sign and the check mark are not
/// enforced; a pawn capture needs its file or the sign.
/// `diagnose`: also determine why an illegal move is illegal, which is slower; otherwise `reason` is not set.
Resolution resolve(const Position& position, const notation::Readings& readings, bool diagnose = true);

/// Returns the legal move if the reading is exactly as export would write it; otherwise the null move: call resolve().
/// (An optional would be returned through memory.) `may_be_check`: false if the side to move is known not to be in
/// check.
Move resolve_canonical(const Position& position, const notation::Reading& reading, bool may_be_check = true);

/// Returns the reason why a resolution is not unique, given the position and readings that were resolved.
Reason explain(const Position& position, const notation::Readings& readings, const Resolution& resolution);

/// Returns the legal move of a word made of two squares, `e2e4` or `e7e8q`, in lower case and without anything else;
/// the null move if there is none, or if the word needs resolve(), as for a king that may castle.
Move resolve_squares(const Position& position, std::string_view word);

/// Returns why a move given by two squares is illegal: no piece there, the opponent's piece, or a move its piece cannot
/// make.
Reason explain_squares(const Position& position, const notation::DescribedMove& described);

/// Finds the legal moves that fit a described move: the counterpart of resolve(Readings). If there are several, prefers
/// those of the written wing, and those that give the written check or mate.
Resolution resolve(const Position& position, const notation::DescribedMove& described, const Wings& wings);

/// Returns why a resolution is not unique.
Reason explain(const Position& position, const notation::DescribedMove& described, const Resolution& resolution);

}  // namespace cofnod::chess
