#pragma once

#include "chess/bitboard.hpp"
#include "chess/castling.hpp"
#include "chess/move.hpp"

namespace cofnod::chess {

/// Squares of the pieces that began on the king's side. Descriptive notation calls a rook the king's rook wherever it
/// goes, so reading such a game needs this alongside the position.
class Wings {
public:
    [[nodiscard]] bool is_of_king_side(Square square) const { return king_side_.contains(square); }

    /// Counts the place of a piece too from here on: the king's rook may be the one that stands on the king's side.
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

}  // namespace cofnod::chess
