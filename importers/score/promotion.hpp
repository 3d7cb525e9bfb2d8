#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "importers/score/written_move.hpp"

namespace cofnod::importers {

/// Returns the promotion that begins at word token `i` if its piece is not written as the notation has it: `e8 = (N)`,
/// `e8[N]`, `e8 knight`, `P-K8{Kt}`. The piece may be a letter of the language, a figurine or a name in any language.
/// Without readings if what stands there cannot be read; nullopt if nothing does, or the word is no such move.
std::optional<WrittenMove> read_promotion(const notation::Language& language, const notation::Languages& languages,
                                          const Score& score, std::size_t i);

/// The same of a pawn's move that is written in several words from token `i` on, `gx f8 (N)`: its text, and its end.
std::optional<WrittenMove> read_promotion_of(const notation::Language& language, const notation::Languages& languages,
                                             const Score& score, std::size_t i, const std::string& head,
                                             std::uint32_t end);

/// Returns true if the word at a token has a pawn become a king or a pawn, in the letters of the language: `e8=K`.
bool is_impossible_promotion(const notation::Language& language, const Score& score, std::size_t i);

}  // namespace cofnod::importers
