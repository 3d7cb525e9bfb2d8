#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "notation/language.hpp"
#include "search/query.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cli {

/// A game of a list, and where in it something was found.
struct ListedGame {
    store::GameHeader header;
    std::string database = {};  ///< that its id belongs to, where there are several
    std::optional<std::uint32_t> ply;
    std::string move;  ///< "12. Nd5", "start", "(12. Nf3)" of a variation; empty without ply
    bool in_variation = false;
    std::vector<std::int32_t> plies;  ///< all that match
    std::vector<std::string> sorts;   ///< what it is sorted by
};

/// What a list has besides headers.
struct ListShape {
    bool with_ply = false;     ///< hits have one, so that the table has the column
    bool with_plies = false;   ///< ListedGame::plies
    bool with_source = false;  ///< a table, of several files
    bool with_database = false;
    std::vector<std::string> sort_titles = {};
};

/// Writes a list of games in one of the output formats, each game as it comes. (A table waits for the last one: its
/// columns are as wide as they need be.)
class GameList {
public:
    virtual ~GameList() = default;
    virtual void add(const ListedGame& game) = 0;
    virtual void finish() {}
};

std::unique_ptr<GameList> make_game_list(OutputFormat format, ListShape shape, Streams& io);

/// What stands on the board when a hit's position is reached: the move that led there.
std::string move_of_hit(store::GameReader& reader, const search::Hit& hit, const notation::Language& language);
/// The same of a game that is at hand.
std::string move_at(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language);

}  // namespace cofnod::cli
