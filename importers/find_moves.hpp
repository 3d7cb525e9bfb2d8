#pragma once

#include <string_view>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::importers {

/// Finds the words of a game whose moves are known in its text, which needs other text to be read: a board above it,
/// the headings of a sheet, another game whose moves it repeats. Chess only. Plies that the text does not have are left
/// out.
std::vector<Trace::Item> find_moves(std::string_view text, const GameRecord& game, const notation::Language& language);

}  // namespace cofnod::importers
