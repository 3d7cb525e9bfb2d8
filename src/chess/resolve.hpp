#pragma once

#include <cstdint>
#include <optional>

#include "base/reason_forward.hpp"
#include "chess/position.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Reason why no legal move fits the text.
enum class IllegalReason : std::uint8_t {
    unreadable,       ///< no reading, or one without a target square
    nothing_reaches,  ///< no piece of that role can go there
    own_piece_there,  ///< a piece of the same side stands there
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
    std::uint8_t reading = 0;                          ///< index of the reading that fits, or that `reason` is about
    Move move{};                                       ///< the legal move, if unique
    /// Ambiguous: the legal moves that fit. Illegal: the most similar legal moves (same role and target square;
    /// otherwise same target square), possibly none.
    FewMoves moves;

    explicit operator bool() const { return kind == Kind::unique; }

    /// Sets `kind` and `move` by the number of moves; with none, `kind` stays illegal.
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

/// Returns the legal move if the reading is exactly what export would write for it; otherwise the null move: call
/// resolve(). (The null move instead of an optional, which would be returned through memory.) `may_be_check`: false if
/// the side to move is known not to be in check.
Move resolve_canonical(const Position& position, const notation::Reading& reading, bool may_be_check = true);

/// Returns the reason why a resolution is not unique, given the position and readings that were resolved.
Reason explain(const Position& position, const notation::Readings& readings, const Resolution& resolution);

}  // namespace cofnod::chess
