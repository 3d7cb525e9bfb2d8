#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/score.hpp"
#include "base/result.hpp"
#include "store/partial_date.hpp"

/// Standings of an event, computed from its games.
namespace cofnod::answers {

/// A game of an event. Players are persons (People), above 0.
struct EventGame {
    std::int64_t id = 0;
    std::int64_t white = 0, black = 0;
    std::optional<std::int64_t> white_elo, black_elo;
    Result result = Result::unknown;
    std::string round;
    std::optional<store::PartialDate> date;
    bool is_bye = false;  ///< `black` is no player: White has a bye
};

/// A game as a line of the standings shows it.
struct PlayedGame {
    std::int64_t id = 0;
    std::optional<std::int64_t> round;
    std::optional<std::size_t> opponent;  ///< index of the standing; nullopt: a bye
    bool as_white = true;
    std::optional<std::int64_t> half_points;  ///< nullopt: unfinished
};

struct Standing {
    std::int64_t player = 0;
    std::optional<std::int64_t> elo;  ///< mean rating in the event
    Score score;                      ///< of games against other players
    std::int64_t half_points = 0;     ///< with byes
    std::int64_t byes = 0;
    std::size_t place = 0, last_place = 0;       ///< from 1; players with equal points share their places
    std::int64_t sonneborn_berger_quarters = 0;  ///< points of beaten opponents, half of those of drawn ones; times 4
    std::int64_t buchholz_half_points = 0;       ///< points of all opponents; times 2
    std::vector<PlayedGame> games;               ///< by round, then date
};

enum class EventForm : std::uint8_t {
    match,        ///< two players
    round_robin,  ///< at least four of five pairs of players met
    swiss,        ///< anything else
};

std::string_view name_of(EventForm form);

struct Standings {
    EventForm form = EventForm::round_robin;
    std::int64_t cycles = 1;          ///< of a round robin: 2 for double rounds
    std::int64_t rounds = 0;          ///< highest number of a round; 0: unknown
    std::int64_t unfinished = 0;      ///< games without a result, which give no points
    std::vector<std::int64_t> twins;  ///< games of the same players, colours and round as an earlier one
    std::vector<Standing> players;    ///< by points, then Sonneborn-Berger (in a Swiss tournament first Buchholz)
};

Standings standings_of(std::vector<EventGame> games);

}  // namespace cofnod::answers
