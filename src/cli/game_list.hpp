#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "notation/language.hpp"
#include "search/query.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cli {

/// A game of a list, and where in it something was found.
struct ListedGame {
    store::GameHeader header;
    std::optional<std::uint32_t> ply;
    std::string move;  ///< "12. Nd5", "start"; empty without ply
};

/// Writes a list of games in one of the output formats, each game as it comes. (A table waits for the last one: its
/// columns are as wide as they need be.)
class GameList {
public:
    virtual ~GameList() = default;
    virtual void add(const ListedGame& game) = 0;
    virtual void finish() {}
};

/// `with_ply`: whether hits have one, so that the table has the column.
std::unique_ptr<GameList> make_game_list(OutputFormat format, bool with_ply, Streams& io);

/// What stands on the board when a hit's position is reached: the move that led there.
std::string move_of_hit(store::GameReader& reader, const search::Hit& hit, const notation::Language& language);

}  // namespace cofnod::cli
