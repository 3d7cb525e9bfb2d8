#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "chess/material_signature.hpp"

namespace cofnod::search {

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
    /// The signature if exact, otherwise that of the minimum.
    [[nodiscard]] chess::MaterialSignature signature() const;

private:
    std::array<Range, chess::piece_count> ranges_{};
};

/// Reads a material pattern. Grammar: grammar/material.hpp.
Expected<MaterialPattern, TextFault> read_material(std::string_view text);

}  // namespace cofnod::search
