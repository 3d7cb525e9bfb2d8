#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "reports/people.hpp"
#include "reports/report.hpp"
#include "reports/writer.hpp"
#include "store/aliases.hpp"
#include "store/header_filter.hpp"
#include "store/partial_date.hpp"
#include "store/store.hpp"

namespace cofnod::reports {

/// A player: the main spelling, the others, and the total number of games.
struct Player {
    std::vector<store::Spelling> spellings;
    std::int64_t games = 0;
};

/// Returns the players with these spellings: most games first, then in locale order. `most`: maximum number of players.
std::vector<Player> players(std::vector<store::Spelling> spellings, std::optional<std::size_t> most = std::nullopt);

/// Declares the list of players; CSV and TSV have one row per spelling.
Answer<Player> player_list();

/// Mean of known ratings.
struct MeanElo {
    std::int64_t sum = 0, count = 0;

    void add(const std::optional<std::int64_t>& elo);
    [[nodiscard]] std::optional<std::int64_t> mean() const;
};

/// A player's results in a group of games.
struct PlayerLine {
    std::string colour;                ///< "white" or "black"; empty: both
    std::string opponent;              ///< canonical name
    std::string eco, opening;          ///< ECO range of the games, "B22-B97", and opening name without variations
    std::optional<std::int64_t> year;  ///< nullopt: unknown
    Score score;
    MeanElo elo, opponents_elo;
    std::optional<store::PartialDate> last;  ///< date of the latest game
};

/// A player's rating, from the last game of a month, or of a year if the month is unknown.
struct Rating {
    store::PartialDate date = store::PartialDate::from_number(0);
    std::int64_t elo = 0;
};

/// Statistics of a player's games.
struct PlayerReport {
    std::vector<std::string> names;  ///< all spellings, the canonical one first
    PlayerLine all;
    std::optional<store::PartialDate> first;  ///< date of the first game
    std::vector<PlayerLine> colours, years, openings, opponents;
    std::vector<Rating> ratings;  ///< by date
};

/// Options of a player report.
struct PlayerQuestion {
    std::vector<Person> persons;  ///< persons treated as one player
    store::HeaderFilter filter;   ///< conditions on the games
    std::string language;         ///< language of opening names: "cy"
};

/// Reads the player's games that match the filter.
PlayerReport player_report(store::Store& store, const PlayerQuestion& question);

/// Declares the report for machine-readable output. `limit`: maximum number of openings and of opponents.
Report report_of(const PlayerReport& player, std::optional<std::int64_t> limit);
/// Returns the members of the report's document.
Shapes player_report_shape();

/// Names of the sections.
inline constexpr std::initializer_list<const char*> player_sections = {"colours", "years", "openings", "opponents",
                                                                       "ratings"};

/// Declarations of the sections, for tables.
Answer<PlayerLine> player_colours();
Answer<PlayerLine> player_years();
Answer<PlayerLine> player_openings();
Answer<PlayerLine> player_opponents();

}  // namespace cofnod::reports
