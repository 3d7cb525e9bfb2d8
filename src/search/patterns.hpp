#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "games/chess/material_signature.hpp"
#include "games/chess/replayer.hpp"

namespace cofnod::search {

/// A conjunction of pieces on squares: `Pd4 nd5`.
class PiecesPattern {
public:
    /// Adds the condition: `piece` on one of the squares.
    void add(chess::Piece piece, chess::Bitboard squares);

    /// Returns the pattern with colours exchanged and the board flipped vertically.
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

/// The complete material of both sides: `KRP v KR`.
class MaterialPattern {
public:
    struct Range {
        std::uint8_t least = 0, most = 0;
    };

    /// Allowed number of a piece; kings are ignored.
    Range& range(chess::Piece piece) { return ranges_[static_cast<std::size_t>(piece.index())]; }

    /// Returns the pattern with colours exchanged.
    [[nodiscard]] MaterialPattern flipped() const;

    [[nodiscard]] bool is_in(const chess::Replayer& game) const { return fits(chess::material_of(game)); }

    [[nodiscard]] bool fits(chess::MaterialSignature signature) const {
        for (const chess::Piece piece : chess::signature_pieces) {
            const std::uint64_t count = signature & 15;
            const Range& range = ranges_[static_cast<std::size_t>(piece.index())];
            if (count < range.least || count > range.most) return false;
            signature >>= 4;
        }
        return true;
    }
    /// Returns true if only one signature fits.
    [[nodiscard]] bool is_exact() const;
    /// Returns the signature if exact, otherwise that of the minimum material.
    [[nodiscard]] chess::MaterialSignature signature() const;

private:
    std::array<Range, chess::piece_count> ranges_{};
};

/// Reads a material pattern. Grammar: grammar/pieces.hpp.
Expected<MaterialPattern, TextFault> read_material(std::string_view text);

}  // namespace cofnod::search
