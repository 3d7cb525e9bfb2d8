#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/writer.hpp"
#include "search/answers.hpp"
#include "store/game_reader.hpp"
#include "store/partial_date.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::reports {

/// Members shared by all answers about games: id, white, black, ... By default tables show id, white, black, result,
/// date and event; other members get a column where they are added.
const Fields<store::GameHeader>& header_fields();

/// Declares a list of games with these members.
Answer<store::GameHeader> header_list();

/// Returns "1997", "1997-05" or "1997-05-12"; null if not even the year is known.
Value date_value(const std::optional<store::PartialDate>& date);
/// Returns date_value() of a date in PGN format.
Value date_value(std::string_view text);

/// Returns the date in PGN format, "1997.05.??"; empty if unknown.
std::string date_text(const store::GameHeader& header);
/// Returns "archif.pgn:71".
std::string place_text(const store::GameHeader& header);

/// An opening without its variations: "Sicilian Defence".
struct MainOpening {
    std::string eco;  ///< code of the exact opening
    std::string name;
};

/// Returns the main opening of an opening given by its code and English name.
MainOpening main_opening_named(std::string_view eco, std::string_view english, std::string_view language);

/// Returns the opening that a chess game reaches, named in `language` ("cy") or, failing that, in English; nullopt if
/// it has no name.
std::optional<MainOpening> main_opening_of(const store::GameMoves& game, std::string_view language);

/// A game in a list, and the place of the match in it.
struct ListedGame {
    store::GameHeader header;
    std::string database = {};  ///< database that the id belongs to, if there are several
    std::optional<std::uint32_t> ply;
    std::string move;                 ///< "12. Nd5", "start", "(12. Nf3)" in a variation; empty without ply
    std::uint32_t line = 0;           ///< search::Hit::line
    std::vector<std::int32_t> plies;  ///< all matching plies
    std::vector<std::optional<std::string>> sorts = {};  ///< values of the sort keys
    std::string opening_eco = {};                        ///< code of the opening played; empty: unknown
};

/// Columns of a list besides those of headers.
struct GameListShape {
    bool with_ply = false;         ///< ListedGame::ply, in tables
    bool with_variations = false;  ///< ListedGame::line
    bool with_plies = false;       ///< ListedGame::plies
    bool with_opening = false;     ///< ListedGame::opening_eco, if the query has a condition on it
    bool with_source = false;      ///< the source, in tables with several files
    bool with_database = false;
    std::vector<std::string> sort_titles = {};
};

/// Declares a list of games: the results of a search or a script.
Answer<ListedGame> game_list(const GameListShape& shape);

/// Returns the move that led to a hit's position.
std::string move_of_hit(search::Answers& answers, const search::Hit& hit, const notation::Language& language);
/// Returns the move that led to the position after `ply` moves.
std::string move_at(const store::GameMoves& game, std::uint32_t ply, const notation::Language& language);

}  // namespace cofnod::reports
