#pragma once

#include <cstddef>
#include <optional>

#include "importers/score/written_move.hpp"

namespace cofnod::importers {

/// Returns the promotion that begins at word token `i` if its piece is not written as the notation has it: `e8 = (N)`,
/// `e8[N]`, `e8 knight`, `P-K8{Kt}`. The piece may be a letter of the language, a figurine or a name in any language.
/// Without readings if what stands there cannot be read; nullopt if nothing does, or the word is no such move.
std::optional<WrittenMove> read_promotion(const notation::Language& language, const notation::Languages& languages,
                                          const Score& score, std::size_t i);

}  // namespace cofnod::importers
