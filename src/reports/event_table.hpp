#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "notation/languages.hpp"
#include "reports/report.hpp"
#include "reports/writer.hpp"
#include "store/header_filter.hpp"
#include "store/partial_date.hpp"
#include "store/store.hpp"

/// Standings of an event, computed from its games.
namespace cofnod::reports {

/// A game of an event. Players are ids of persons (People), above 0; or a match of two teams, whose ids they are.
struct EventGame {
    std::int64_t id = 0;
    std::int64_t white = 0, black = 0;
    std::optional<std::int64_t> white_elo, black_elo;
    Result result = Result::unknown;
    std::string round;
    std::optional<store::PartialDate> date;
    bool is_bye = false;                              ///< `black` is not a player: White has a bye
    std::int64_t white_boards = 0, black_boards = 0;  ///< of a match: half points of each team
};

/// A game as shown in a line of the standings.
struct PlayedGame {
    std::int64_t id = 0;
    std::optional<std::int64_t> round;
    std::optional<std::size_t> opponent;  ///< index into Standings::players; nullopt: a bye
    bool as_white = true;
    std::optional<std::int64_t> half_points;  ///< nullopt: unfinished; of a match: twice the match points of a win
    std::int64_t board_half_points = 0;       ///< of a match
};

struct Standing {
    std::int64_t player = 0;
    std::optional<std::int64_t> elo;     ///< mean rating in the event
    Score score;                         ///< only games against other players
    std::int64_t half_points = 0;        ///< including byes; for teams match points: 2 for a win, 1 for a draw
    std::int64_t board_half_points = 0;  ///< for teams, who are listed by it after match points
    std::int64_t byes = 0;
    std::size_t place = 0, last_place = 0;       ///< from 1; players with equal points share places
    std::int64_t sonneborn_berger_quarters = 0;  ///< points of beaten opponents, half of those of drawn ones; times 4
    std::int64_t buchholz_half_points = 0;       ///< points of all opponents; times 2
    std::vector<PlayedGame> games;               ///< by round, then date
};

enum class EventForm : std::uint8_t {
    match,        ///< two players
    round_robin,  ///< at least 80% of all pairs of players met
    swiss,        ///< anything else
};

std::string_view name_of(EventForm form);

struct Standings {
    EventForm form = EventForm::round_robin;
    std::int64_t cycles = 1;          ///< for a round robin: 2 for double rounds
    std::int64_t rounds = 0;          ///< highest round number; 0: unknown
    std::int64_t unfinished = 0;      ///< games without a result, which score no points
    std::vector<std::int64_t> twins;  ///< games with the same players, colours and round as an earlier one
    std::vector<Standing> players;    ///< by points, then Sonneborn-Berger (in a Swiss tournament Buchholz before that)
};

Standings standings_of(std::vector<EventGame> games);

/// One edition of an event: games with gaps of at most three months between them.
struct Edition {
    std::string event, site;
    std::optional<store::PartialDate> first, last;
    std::vector<EventGame> games;
    std::vector<std::string> teams = {};  ///< names by id - 1; empty: the games are those of players
};

/// Events selected by a filter.
struct Events {
    std::vector<Edition> editions;  ///< most games first
    std::int64_t nameless = 0;      ///< games skipped because a player is unknown
    std::int64_t linked = 0;        ///< games skipped because another record of the same game counts
    std::int64_t teamless = 0;      ///< games skipped because they do not name two teams
};

enum class Sides : std::uint8_t { players, teams };

/// Reads the events that a filter selects. A game is a bye if a language lists the opponent's name as one. `together`:
/// treat all games as one event. "Match, Game 4", "Match (Round 3)" and "Match Rd 5" are games of "Match". Teams are
/// those of the tags WhiteTeam and BlackTeam, in any case; their games of one round, or of one day, are a match.
Events events_of(store::Store& store, const store::HeaderFilter& filter, const notation::Languages& languages,
                 bool together, Sides sides);

/// A player's row of the table.
struct TableLine {
    std::string name;
    const Standing* standing = nullptr;
    const std::vector<TableLine>* lines = nullptr;  ///< all rows of the table
    std::vector<std::string> results = {};          ///< a cell for each column of the crosstable
};

/// Crosstable and standings of one event.
struct EventTable {
    Edition edition;
    Standings standings;
    std::vector<TableLine> lines;
    std::size_t columns = 0;  ///< number of columns of the crosstable

    [[nodiscard]] Sides sides() const { return edition.teams.empty() ? Sides::players : Sides::teams; }

    EventTable(const store::Store& store, Edition of);
    EventTable(const EventTable&) = delete;
    EventTable& operator=(const EventTable&) = delete;
};

/// Declares the list of standings.
const Answer<TableLine>& event_table(Sides sides);
/// Declares the standings with the columns of the crosstable, as a page shows them.
Answer<TableLine> crosstable(const EventTable& table);
Value::Object event_head(const EventTable& table);
/// Returns "Tilburg · 1991.10.15 to 1991.11.02 · double round robin of 8 · 56 games", without the name of the event.
std::vector<std::string> event_facts(const EventTable& table);
/// Returns the name of the event in words.
std::string event_title(const EventTable& table);

}  // namespace cofnod::reports
