#pragma once

#include <string_view>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::importers {

/// Finds the words of a chess game in its text when its moves are known but the text cannot be read alone: it depends
/// on a board above it, the headings of a sheet, or another game whose moves it repeats. Plies missing from the text
/// are omitted.
std::vector<Trace::Item> find_moves(std::string_view text, const GameRecord& game, const notation::Language& language);

}  // namespace cofnod::importers
