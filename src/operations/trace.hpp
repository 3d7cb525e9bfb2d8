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

/// Returns a game as its source has it, in UTF-8; if that was not kept, as export writes it. `charset`: of the source.
std::string kept_text(const GameRecord& game, const std::string& charset);

/// The text of a stored game, and where its moves, comments and headers stand in it.
struct TracedGame {
    std::string text;                ///< UTF-8
    bool is_regenerated = false;     ///< the source's own text was not kept, since export writes it alike
    std::vector<Trace::Item> items;  ///< bytes of the text
};

/// Reads the text of a stored game once more, and keeps where everything stands.
TracedGame trace(const store::GameHeader& header, const GameRecord& game, const notation::Languages& languages);

}  // namespace cofnod::operations
