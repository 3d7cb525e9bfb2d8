#include "answers/standings.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "answers/player_report.hpp"

namespace cofnod::answers {

namespace {

/// Number of a round: 3 of "3" and "3.1"; nullopt if it has none.
std::optional<std::int64_t> round_number(const std::string& round) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(round.data(), round.data() + round.size(), number);
    return error == std::errc{} && number > 0 && number < 1000 ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> half_points_of(Result result, bool as_white) {
    switch (result) {
        case Result::unknown: return std::nullopt;
        case Result::draw: return 1;
        case Result::white_wins: return as_white ? 2 : 0;
        case Result::black_wins: return as_white ? 0 : 2;
    }
    return std::nullopt;
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
            const auto half_points = half_points_of(game.result, as_white);
            player.half_points += half_points.value_or(0);
            player.games.push_back({game.id, round, as_white ? black : white, as_white, half_points});
            elos_[own].add(as_white ? game.white_elo : game.black_elo);
        }
    }

    void add_bye(const EventGame& game, std::size_t place) {
        Standing& player = all_.players[place];
        const auto half_points = half_points_of(game.result, true);
        player.half_points += half_points.value_or(0);
        ++player.byes;
        player.games.push_back({game.id, round_number(game.round), std::nullopt, true, half_points});
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
            return std::tuple(player.half_points, buchholz, player.sonneborn_berger_quarters, player.score.won);
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

}  // namespace

std::string_view name_of(EventForm form) {
    static constexpr std::string_view names[] = {"match", "round_robin", "swiss"};
    return names[static_cast<std::size_t>(form)];
}

Standings standings_of(std::vector<EventGame> games) { return Computing(std::move(games)).take(); }

}  // namespace cofnod::answers
