#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "notation/languages.hpp"

/// Starts described in words: the stipulation of a problem, and the piece that a player gives at odds.
namespace cofnod::importers::prose {

/// Tag of a problem or study.
inline constexpr std::string_view stipulation_tag = "Stipulation";

struct Stipulation {
    std::string value;       ///< as problemists write it: "#2", "s#3", "h#2", "+", "="
    std::size_t length = 0;  ///< bytes at the front of the text, including a full stop or comma
    bool is_blacks = false;  ///< Black begins: in a helpmate, and if the words say so
};

/// Reads a stipulation at the front of a text, in any language: `White mates in two moves.`, `Mat mewn 2`, `h#3`,
/// `Белые начинают и выигрывают`.
std::optional<Stipulation> read_stipulation(std::string_view text, const notation::Languages& languages);

/// A piece that a player gives at the start of a game.
struct Odds {
    std::string placement;       ///< placement field of the FEN of the start
    bool has_two_moves = false;  ///< White moves twice before Black's first move
    std::string_view piece;      ///< English name of what is missing: "rook"
    std::string square;          ///< where it is missing: "a1"
    std::uint32_t begin = 0;     ///< bytes of the text that say so: "gives Q Rook"
    std::uint32_t end = 0;
};

/// Reads the odds in the last sentences of a heading: `White gives Q Rook`, `(Remove Black's King's Bishop's Pawn.)`,
/// `Pawn and two moves`. A rook, knight or bishop without its side is that of the queen. nullopt: nothing is given.
std::optional<Odds> read_odds(std::string_view above, const notation::Languages& languages);

/// Returns the note on a start at odds. `said`: the words that name them.
Reason reason_of(const Odds& odds, std::string_view said);

}  // namespace cofnod::importers::prose
