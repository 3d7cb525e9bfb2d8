#pragma once

#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "chess/replayer.hpp"

namespace cofnod::search {

/// A conjunction of pieces on squares: `Pd4 nd5`.
class PiecesPattern {
public:
    /// Adds the condition: `piece` on one of the squares.
    void add(chess::Piece piece, chess::Bitboard squares);

    /// Returns the pattern with colours exchanged and the board turned upside down.
    [[nodiscard]] PiecesPattern flipped() const;

    [[nodiscard]] bool is_in(const chess::Replayer& game) const {
        for (const Placed& placed : conditions_) {
            const chess::Bitboard there = game.pieces(placed.piece) & placed.squares;
            if (placed.all ? there != placed.squares : there.empty()) return false;
        }
        return true;
    }

    struct Placed {
        chess::Piece piece;
        chess::Bitboard squares;
        bool all;  ///< on all of the squares, not just one
    };
    [[nodiscard]] const std::vector<Placed>& conditions() const { return conditions_; }

private:
    std::vector<Placed> conditions_;
};

/// Reads FEN letters, each with its square; `P[c,e]4` and `Ra-h7` mean one of several squares. Grammar:
/// grammar/pieces.hpp.
Expected<PiecesPattern, TextFault> read_pieces(std::string_view text);

}  // namespace cofnod::search
