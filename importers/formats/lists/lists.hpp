#pragma once

#include <optional>
#include <string_view>

#include "importers/text/derived_text.hpp"

/// Lists with one record a line, read as PGN.
namespace cofnod::importers::lists {

/// Whether the first line that is not blank or a remark is a position in FEN or EPD.
bool looks_like_positions(std::string_view start);

/// A game without moves for each line; the operations of EPD (`bm`, `id`) become its tags. A line that is no position
/// becomes a game with a faulty FEN; remarks behind `#` or `%` become nothing.
DerivedText pgn_of_positions(std::string_view text);

/// Positions that stand among other text: each is a game without moves or, where a score begins on the next line, the
/// start of that game; the rest is as it was. nullopt where there is none.
std::optional<DerivedText> with_positions_as_pgn(std::string_view text);

/// Whether the first lines are games of moves as engines write them: `e2e4 e7e5`, `position startpos moves e2e4`. Only
/// where the file is named so (`games.uci`), lines may begin with a move that goes on from the line before.
bool looks_like_uci(std::string_view start, std::string_view name);

/// A game for each line; `-` is one without moves.
DerivedText pgn_of_uci(std::string_view text);

}  // namespace cofnod::importers::lists
