#pragma once

#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "camelot/position.hpp"

namespace cofnod::search {

/// A conjunction of pieces on squares, for Camelot: `NC6 mJ11`.
class CamelotPieces {
public:
    /// Condition: `piece` on one of the squares.
    struct Placed {
        camelot::Piece piece;
        camelot::Bitboard squares;
    };
    void add(Placed placed) { conditions_.push_back(placed); }

    [[nodiscard]] const std::vector<Placed>& conditions() const { return conditions_; }
    [[nodiscard]] bool is_in(const camelot::Position& position) const {
        for (const auto& [piece, squares] : conditions_)
            if ((position.pieces(piece.color, piece.role) & squares).empty()) return false;
        return true;
    }

private:
    std::vector<Placed> conditions_;
};

/// Reads pieces (N, M for White, n, m for Black) with their squares; `N[C,E]6` and `MF-G16` mean one of several
/// squares. Grammar: grammar/camelot_pieces.hpp.
Expected<CamelotPieces, TextFault> read_camelot_pieces(std::string_view text);

}  // namespace cofnod::search
