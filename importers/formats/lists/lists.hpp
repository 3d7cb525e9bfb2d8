#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "importers/formats/formats.hpp"
#include "importers/formats/source_start.hpp"
#include "importers/text/derived_text.hpp"

/// Lists with one record per line, read as PGN.
namespace cofnod::importers::lists {

/// Returns true for a line that is a position in FEN, without the operations of EPD.
bool is_fen(std::string_view line);

/// Returns true if the first line that is not blank or a remark is a position in FEN or EPD, unless a score below it
/// starts there.
bool looks_like_positions(std::string_view start);

/// Converts each line to a game without moves; the operations of EPD (`bm`, `id`) become its tags. A line that is not a
/// position becomes a game with a faulty FEN; remarks behind `#` or `%` are dropped.
DerivedText pgn_of_positions(std::string_view text);

/// Converts positions among other text: each becomes a game without moves or, if a score begins on the next line, the
/// start of that game; the rest stays unchanged. nullopt if there are none.
std::optional<DerivedText> with_positions_as_pgn(std::string_view text);

/// Returns true if the first lines are games of moves as engines write them: `e2e4 e7e5`, `position startpos moves
/// e2e4`. Lines may begin with a move that continues the line before only if the file is named so (`games.uci`).
bool looks_like_uci(std::string_view start, std::string_view name);

/// Converts each line to a game; `-` is one without moves.
DerivedText pgn_of_uci(std::string_view text);

/// Returns the reader of such lines, which cuts blocks between them.
std::unique_ptr<Deriver> uci_reader(const SourceStart& start);

}  // namespace cofnod::importers::lists
