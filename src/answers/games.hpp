#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/writer.hpp"
#include "search/answers.hpp"
#include "store/game_reader.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// A game of a list, and the place of the match in it.
struct ListedGame {
    store::GameHeader header;
    std::string database = {};  ///< database of its id, if there are several
    std::optional<std::uint32_t> ply;
    std::string move;  ///< "12. Nd5", "start", "(12. Nf3)" in a variation; empty without ply
    bool in_variation = false;
    std::vector<std::int32_t> plies;                     ///< all matching plies
    std::vector<std::optional<std::string>> sorts = {};  ///< values of the sort keys
    std::string opening_eco = {};                        ///< of the opening played; empty: unknown
};

/// Columns of a list in addition to headers.
struct GameListShape {
    bool with_ply = false;         ///< ListedGame::ply, in tables
    bool with_variations = false;  ///< ListedGame::in_variation
    bool with_plies = false;       ///< ListedGame::plies
    bool with_opening = false;     ///< ListedGame::opening_eco, where it is asked for
    bool with_source = false;      ///< the source, in tables of several files
    bool with_database = false;
    std::vector<std::string> sort_titles = {};
};

/// Declares a list of games: results of a search or of a script.
Answer<ListedGame> game_list(const GameListShape& shape);

/// Names the move that led to a hit's position.
std::string move_of_hit(search::Answers& answers, const search::Hit& hit, const notation::Language& language);
/// Names the move that led to the position after `ply` moves.
std::string move_at(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language);

}  // namespace cofnod::answers
