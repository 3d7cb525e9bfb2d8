#include "reports/event_table.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "notation/language.hpp"
#include "reports/people.hpp"
#include "reports/player_report.hpp"
#include "store/game_reader.hpp"
#include "store/name_match.hpp"
#include "store/tag_scan.hpp"
#include "store/works.hpp"

namespace cofnod::reports {

namespace {

/// Returns the number of a round: 3 for "3" and "3.1"; nullopt if it has none.
std::optional<std::int64_t> round_number(const std::string& round) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(round.data(), round.data() + round.size(), number);
    return error == std::errc{} && number > 0 && number < 1000 ? std::optional(number) : std::nullopt;
}

class Computing {
public:
    explicit Computing(std::vector<EventGame> games) : games_(std::move(games)) {
        std::ranges::stable_sort(games_, {}, [](const EventGame& game) {
            return std::tuple(round_number(game.round).value_or(0), game.date ? game.date->number() : 0);
        });
        for (const EventGame& game : games_) add(game);
        set_form();
        set_tie_breaks();
        sort();
    }

    Standings take() { return std::move(all_); }

private:
    std::size_t index_of(std::int64_t player) {
        const auto [place, is_new] = places_.try_emplace(player, all_.players.size());
        if (is_new) {
            all_.players.push_back({.player = player});
            elos_.emplace_back();
        }
        return place->second;
    }

    void add(const EventGame& game) {
        const auto round = round_number(game.round);
        if (!game.round.empty() && round && !seen_.insert({{game.white, game.black, game.round}, game.id}).second)
            all_.twins.push_back(game.id);
        all_.rounds = std::max(all_.rounds, round.value_or(0));
        all_.unfinished += game.result == Result::unknown;
        const std::size_t white = index_of(game.white);
        if (game.is_bye) return add_bye(game, white);
        const std::size_t black = index_of(game.black);
        ++meetings_[std::minmax(white, black)];
        for (const bool as_white : {true, false}) {
            const std::size_t own = as_white ? white : black;
            Standing& player = all_.players[own];
            player.score.add(game.result, as_white);
            const auto points = half_points(game.result, as_white);
            player.half_points += points.value_or(0);
            const std::int64_t boards = as_white ? game.white_boards : game.black_boards;
            player.board_half_points += boards;
            player.games.push_back({game.id, round, as_white ? black : white, as_white, points, boards});
            elos_[own].add(as_white ? game.white_elo : game.black_elo);
        }
    }

    void add_bye(const EventGame& game, std::size_t place) {
        Standing& player = all_.players[place];
        const auto points = half_points(game.result, true);
        player.half_points += points.value_or(0);
        ++player.byes;
        player.games.push_back({game.id, round_number(game.round), std::nullopt, true, points});
        elos_[place].add(game.white_elo);
    }

    void set_form() {
        const std::size_t players = all_.players.size(), pairs = players * (players - 1) / 2;
        std::map<std::int64_t, std::int64_t> pairs_by_meetings;
        for (const auto& [pair, count] : meetings_) ++pairs_by_meetings[count];
        if (players <= 2) {
            all_.form = EventForm::match;
        } else if (meetings_.size() * 5 >= pairs * 4) {
            all_.form = EventForm::round_robin;
            all_.cycles =
                std::ranges::max_element(pairs_by_meetings, {}, [](const auto& entry) { return entry.second; })->first;
        } else {
            all_.form = EventForm::swiss;
        }
    }

    void set_tie_breaks() {
        for (std::size_t i = 0; i < all_.players.size(); ++i) {
            Standing& player = all_.players[i];
            player.elo = elos_[i].mean();
            for (const PlayedGame& game : player.games) {
                if (!game.opponent) continue;
                const std::int64_t theirs = all_.players[*game.opponent].half_points;
                player.buchholz_half_points += theirs;
                player.sonneborn_berger_quarters += theirs * game.half_points.value_or(0);
            }
        }
    }

    /// Sorts the players and sets their places.
    void sort() {
        std::vector<std::size_t> order(all_.players.size()), places(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, std::greater(), [this](std::size_t i) {
            const Standing& player = all_.players[i];
            const std::int64_t buchholz = all_.form == EventForm::swiss ? player.buchholz_half_points : 0;
            return std::tuple(player.half_points, player.board_half_points, buchholz, player.sonneborn_berger_quarters,
                              player.score.won);
        });
        std::vector<Standing> sorted;
        for (std::size_t i = 0; i < order.size(); ++i) {
            places[order[i]] = i;
            sorted.push_back(std::move(all_.players[order[i]]));
        }
        for (Standing& player : sorted)
            for (PlayedGame& game : player.games)
                if (game.opponent) game.opponent = places[*game.opponent];
        for (std::size_t first = 0, end = 0; first < sorted.size(); first = end) {
            while (end < sorted.size() && sorted[end].half_points == sorted[first].half_points) ++end;
            for (std::size_t i = first; i < end; ++i)
                std::tie(sorted[i].place, sorted[i].last_place) = std::pair(first + 1, end);
        }
        all_.players = std::move(sorted);
    }

    std::vector<EventGame> games_;
    Standings all_;
    std::map<std::int64_t, std::size_t> places_;  ///< by player
    std::vector<MeanElo> elos_;
    std::map<std::pair<std::size_t, std::size_t>, std::int64_t> meetings_;
    std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::int64_t> seen_;
};

using store::GameHeader;
using store::PartialDate;

std::optional<PartialDate> year_known(const std::optional<PartialDate>& date) {
    return date && date->year() > 0 ? date : std::nullopt;
}

/// Returns true if a game at `next` belongs to a later edition than one at `last`: more than three months later, or in
/// another year if a month is unknown.
bool is_later_edition(PartialDate last, PartialDate next) {
    if (last.month() == 0 || next.month() == 0) return next.year() != last.year();
    constexpr int longest_gap = 93;
    const auto days = [](PartialDate date) { return date.year() * 372 + date.month() * 31 + date.day(); };
    return days(next) - days(last) > longest_gap;
}

void add(Edition& edition, EventGame game) {
    if (game.date && (!edition.first || *game.date < *edition.first)) edition.first = game.date;
    if (game.date && (!edition.last || *edition.last < *game.date)) edition.last = game.date;
    edition.games.push_back(std::move(game));
}

/// Splits the games of one event at gaps of more than three months. Undated games belong to the first edition.
std::vector<Edition> split(Edition all) {
    std::ranges::stable_sort(all.games, {}, [](const EventGame& game) { return game.date ? game.date->number() : 0; });
    std::vector<Edition> editions;
    for (EventGame& game : all.games) {
        const bool begins = editions.empty() ||
                            (game.date && editions.back().last && is_later_edition(*editions.back().last, *game.date));
        if (begins) editions.push_back({.event = all.event, .site = all.site});
        add(editions.back(), std::move(game));
    }
    return editions;
}

/// Splits "Match, Game 4", "Match (Round 3)" and "Match Rd.5.1" into the name of the event and a round; the round is
/// empty if the name does not end in one.
std::pair<std::string, std::string> event_and_round(std::string_view name, const notation::Languages& languages) {
    const auto trim_end = [](std::string_view text, std::string_view signs) {
        const std::size_t last = text.find_last_not_of(signs);
        return text.substr(0, last == text.npos ? 0 : last + 1);
    };
    const std::string_view whole = trim_end(name, " .)]");
    const std::string_view before = trim_end(whole, ".0123456789");
    std::string_view number = whole.substr(before.size());
    number.remove_prefix(std::min(number.find_first_not_of('.'), number.size()));
    const std::string_view head = trim_end(before, " .#");
    const std::size_t begin = head.find_last_of(" (,[:") + 1;
    const std::string_view word = head.substr(begin);
    const std::string_view event = trim_end(head.substr(0, begin), " ([,:;-");
    const bool is_split = round_number(std::string(number)) && !word.empty() && !event.empty() &&
                          (languages.is_cue(notation::Cue::game, word) || languages.find_header(word) == "Round");
    if (!is_split) return {std::string(name), {}};
    return {std::string(event), std::string(number)};
}

/// Names of the teams of White and Black by game.
using Teams = std::unordered_map<std::int64_t, std::pair<std::string, std::string>>;

/// Returns the id of a team; it has the first of its spellings.
std::int64_t id_of(const std::string& name, Edition& edition) {
    const auto found = std::ranges::find(edition.teams, store::name_key(name), store::name_key);
    const auto id = found - edition.teams.begin() + 1;
    if (found == edition.teams.end()) edition.teams.push_back(name);
    return id;
}

/// Adds a board to a match. A match without the result of a board has none.
void add_board(const EventGame& game, EventGame& match, bool same_colours) {
    if (game.result == Result::unknown) match.result = Result::unknown;
    const auto white = half_points(game.result, true), black = half_points(game.result, false);
    match.white_boards += (same_colours ? white : black).value_or(0);
    match.black_boards += (same_colours ? black : white).value_or(0);
}

/// Puts together the games of each match of two teams.
Edition matches_of(Edition edition, const Teams& teams) {
    std::vector<EventGame> matches;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::size_t> places;
    for (const EventGame& game : edition.games) {
        const auto& [white, black] = teams.at(game.id);
        const std::int64_t of_white = id_of(white, edition), of_black = id_of(black, edition);
        const auto round = round_number(game.round);
        const std::int64_t when = round ? *round : game.date ? -std::int64_t{game.date->number()} : 0;
        const auto [low, high] = std::minmax(of_white, of_black);
        const auto [place, is_new] = places.try_emplace({when, low, high}, matches.size());
        if (is_new) {
            matches.push_back(game);
            EventGame& match = matches.back();
            match.white = of_white;
            match.black = of_black;
            match.white_elo = match.black_elo = std::nullopt;
            match.result = Result::draw;
            match.round = round ? std::to_string(*round) : std::string();
        }
        add_board(game, matches[place->second], matches[place->second].white == of_white);
    }
    for (EventGame& match : matches) {
        if (match.result == Result::unknown || match.white_boards == match.black_boards) continue;
        match.result = match.white_boards > match.black_boards ? Result::white_wins : Result::black_wins;
    }
    edition.games = std::move(matches);
    return edition;
}

std::string known_team(const std::optional<std::string_view>& name) {
    return name && !store::is_placeholder(trimmed(*name)) ? std::string(trimmed(*name)) : std::string();
}

/// Reads the teams of games.
Teams teams_of(const store::Store& store, const std::map<std::string, Edition>& events) {
    Teams teams;
    for (const auto& [name, edition] : events)
        for (const EventGame& game : edition.games) teams.try_emplace(game.id);
    if (teams.empty()) return teams;
    const auto [first, last] = std::ranges::minmax_element(teams, {}, &Teams::value_type::first);
    store::TagScan scan(store, {"WhiteTeam", "BlackTeam"});
    scan.for_each(first->first, last->first, [&](std::int64_t id, Result) {
        const auto found = teams.find(id);
        if (found == teams.end()) return;
        found->second.first = known_team(scan.value(0));
        found->second.second = known_team(scan.value(1));
    });
    return teams;
}

}  // namespace

std::string_view name_of(EventForm form) {
    static constexpr std::string_view names[] = {"match", "round_robin", "swiss"};
    return names[static_cast<std::size_t>(form)];
}

Standings standings_of(std::vector<EventGame> games) { return Computing(std::move(games)).take(); }

Events events_of(store::Store& store, const store::HeaderFilter& filter, const notation::Languages& languages,
                 bool together, Sides sides) {
    People people(store);
    Events events;
    std::map<std::string, Edition> by_event;
    store::GameReader reader(store);
    std::unordered_map<std::string, bool> byes;
    const auto is_bye = [&](const std::string& name) {
        const auto [known, is_new] = byes.try_emplace(name);
        if (is_new) known->second = languages.is_cue(notation::Cue::bye, name);
        return known->second;
    };
    const std::unordered_set<std::int64_t> copies = store::copies(store);
    reader.for_each_header(filter, {}, [&](const GameHeader& header) {
        EventGame game{.id = header.id,
                       .white = people.person(header.white),
                       .black = people.person(header.black),
                       .white_elo = header.white_elo,
                       .black_elo = header.black_elo,
                       .result = header.result,
                       .round = header.round,
                       .date = year_known(header.date)};
        if (is_bye(header.white)) {
            std::swap(game.white, game.black);
            std::swap(game.white_elo, game.black_elo);
            if (game.result == Result::white_wins || game.result == Result::black_wins)
                game.result = game.result == Result::white_wins ? Result::black_wins : Result::white_wins;
            game.is_bye = true;
        }
        game.is_bye = game.is_bye || is_bye(header.black);
        const bool has_players = game.white != 0 && (game.black != 0 || game.is_bye) && game.white != game.black;
        if (sides == Sides::players && !has_players) {
            ++events.nameless;
            return true;
        }
        if (copies.contains(header.id)) {
            ++events.linked;
            return true;
        }
        const auto [event, round] = event_and_round(header.event == "?" ? "" : header.event, languages);
        if (!round_number(game.round) && !round.empty()) game.round = round;
        Edition& edition = by_event[together ? std::string() : event];
        if (edition.games.empty()) {
            edition.event = event;
            edition.site = header.site == "?" ? std::string() : header.site;
        }
        if (event != edition.event) edition.event.clear();  // games of several events are combined
        add(edition, std::move(game));
        return true;
    });
    const Teams teams = sides == Sides::teams ? teams_of(store, by_event) : Teams();
    for (auto& [name, edition] : by_event) {
        if (sides == Sides::teams)
            events.teamless += static_cast<std::int64_t>(std::erase_if(edition.games, [&](const EventGame& game) {
                const auto& [white, black] = teams.at(game.id);
                return white.empty() || black.empty() || store::name_key(white) == store::name_key(black);
            }));
        if (edition.games.empty()) continue;
        std::vector<Edition> parts;
        if (together)
            parts.push_back(std::move(edition));
        else
            parts = split(std::move(edition));
        if (sides == Sides::teams)
            for (Edition& part : parts) part = matches_of(std::move(part), teams);
        std::ranges::move(parts, std::back_inserter(events.editions));
    }
    std::ranges::stable_sort(events.editions, std::greater(), [](const Edition& each) { return each.games.size(); });
    return events;
}

}  // namespace cofnod::reports
