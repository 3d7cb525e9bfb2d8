#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/languages.hpp"

/// Starts described in words: the stipulation of a problem, and the piece that a player gives at odds.
namespace cofnod::importers::prose {

/// Tag of a problem or study.
inline constexpr std::string_view stipulation_tag = "Stipulation";

struct Stipulation {
    std::string value;       ///< as problemists write it: "#2", "s#3", "h#2", "+", "="
    std::size_t length = 0;  ///< bytes at the front of the text, including a full stop or comma
};

/// Reads a stipulation at the front of a text, in any language: `White mates in two moves.`, `Mat mewn 2`, `h#3`,
/// `Белые начинают и выигрывают`.
std::optional<Stipulation> read_stipulation(std::string_view text, const notation::Languages& languages);

/// Returns the placement field of the start that the last sentences of a heading describe, without the piece given:
/// `White gives Q Rook`, `(Remove Black's King's Bishop's Pawn.)`, `odds of pawn and move`. A rook or knight without
/// its side is that of the queen. nullopt: nothing is given.
std::optional<std::string> placement_at_odds(std::string_view above, const notation::Languages& languages);

}  // namespace cofnod::importers::prose
