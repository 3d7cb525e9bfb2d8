#pragma once

#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "notation/languages.hpp"
#include "store/game_reader.hpp"

namespace cofnod {

struct GameRecord;

}  // namespace cofnod

namespace cofnod::operations {

/// Returns the source text of a game in UTF-8 or, if that was not kept, the text that export writes. `charset`: that of
/// the source.
std::string kept_text(const GameRecord& game, const std::string& charset);

/// The text of a stored game, with the positions of its moves, comments and headers.
struct TracedGame {
    std::string text;                ///< UTF-8
    bool is_regenerated = false;     ///< the source text was not kept, since export writes the same
    std::vector<Trace::Item> items;  ///< byte ranges in the text
};

/// Reads the text of a stored game again, and records the positions of its items.
TracedGame trace(const store::GameHeader& header, const GameRecord& game, const notation::Languages& languages);

}  // namespace cofnod::operations
