#pragma once

#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "chess/replayer.hpp"

namespace cofnod::search {

/// Pieces that stand on squares at once, whatever else stands anywhere: `Pd4 nd5`.
class PiecesPattern {
public:
    /// `piece` on one of the squares.
    void add(chess::Piece piece, chess::Bitboard squares);

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
        bool all;  ///< on each of the squares; else on one of them
    };
    [[nodiscard]] const std::vector<Placed>& conditions() const { return conditions_; }

private:
    std::vector<Placed> conditions_;
};

/// Letters of FEN, a capital for White, each with its square; `P[c,e]4` and `Ra-h7` mean one of several squares.
/// grammar/pieces.hpp has the rules.
Expected<PiecesPattern, TextFault> read_pieces(std::string_view text);

}  // namespace cofnod::search
