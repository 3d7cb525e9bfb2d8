#pragma once

#include <cstdint>
#include <optional>

#include "base/reason_forward.hpp"
#include "chess/position.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Why no legal move fits what is written.
enum class IllegalReason : std::uint8_t {
    unreadable,       ///< no reading, or one without a square to go to
    nothing_reaches,  ///< no piece of that role can go there
    own_piece_there,  ///< and a piece of its own side stands there
    leaves_king_in_check,
    promotion_missing,  ///< a pawn on the last rank must become something
    promotion_misplaced,
    castling_no_right,
    castling_blocked,
    castling_in_check,
    castling_through_check,
    null_in_check,
};

/// What the rules make of a written move.
struct Resolution {
    enum class Kind : std::uint8_t { unique, ambiguous, illegal };

    Kind kind = Kind::illegal;
    IllegalReason reason = IllegalReason::unreadable;  ///< of an illegal one
    std::uint8_t reading = 0;                          ///< which of the Readings it was, or which one `reason` is about
    Move move{};                                       ///< the only legal move that fits, when unique
    /// Ambiguous: the legal moves that fit. Illegal: the legal moves nearest to what is written (same role and square
    /// to go to; else same square), perhaps none.
    FewMoves moves;

    explicit operator bool() const { return kind == Kind::unique; }

    /// Settles `kind` and `move` by how many moves fit; with none it stays illegal.
    void count_moves() {
        if (moves.size() > 1) kind = Kind::ambiguous;
        if (moves.size() != 1) return;
        kind = Kind::unique;
        move = moves[0];
    }
};

/// Finds the legal move that was written. Readings that keep to the rules of the notation come first; loose ones, and
/// pieces other than a pawn moved without their letter ("g1f3"), count only where none of those is legal. Not enforced:
/// the capture sign, and the check mark. A pawn's capture needs its file or the sign.
/// `diagnose`: say why an illegal one is illegal, which takes longer than to see that it is; else there is no `reason`.
Resolution resolve(const Position& position, const notation::Readings& readings, bool diagnose = true);

/// The move, where the reading is just what export would write for it, and no more than a glance shows it; the null
/// move: ask resolve(). Nine moves of ten are found here, without another look at how they should have been written.
/// (An optional would come back through memory, half by half, and be waited for.) `may_be_check`: false where the side
/// to move is known not to be in check.
Move resolve_canonical(const Position& position, const notation::Reading& reading, bool may_be_check = true);

/// Returns why a resolution is not unique. Position and readings are those that were resolved.
Reason explain(const Position& position, const notation::Readings& readings, const Resolution& resolution);

}  // namespace cofnod::chess
