#include "reports/event_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/tr.hpp"
#include "notation/language.hpp"
#include "reports/games.hpp"
#include "reports/people.hpp"
#include "reports/player_report.hpp"
#include "store/game_reader.hpp"
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
            player.games.push_back({game.id, round, as_white ? black : white, as_white, points});
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

namespace {

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

Value half(std::int64_t half_points) { return static_cast<double>(half_points) / 2; }

std::string elo_text(const TableLine& line) { return line.standing->elo ? std::to_string(*line.standing->elo) : ""; }

/// A game of a row, for machine-readable output.
struct ResultRow {
    const PlayedGame& game;
    const std::vector<TableLine>& lines;
};

const Fields<ResultRow>& result_fields() {
    // clang-format off
    static const Fields<ResultRow> fields = {
        {"id",       Type::integer, [](const ResultRow& row) -> Value { return row.game.id; }},
        {"round",    Type::integer, [](const ResultRow& row) -> Value { return row.game.round; }},
        {"opponent", Type::text,    [](const ResultRow& row) {
                                        return row.game.opponent ? known(row.lines[*row.game.opponent].name) : Value(); }},
        {"colour",   Type::text,    [](const ResultRow& row) -> Value {
                                        return !row.game.opponent ? Value() : row.game.as_white ? "white" : "black"; }},
        {"points",   Type::number,  [](const ResultRow& row) -> Value {
                                        return row.game.half_points ? half(*row.game.half_points) : Value(); }},
    };
    // clang-format on
    return fields;
}

Value results_of(const TableLine& line) {
    Value::List list;
    for (const PlayedGame& game : line.standing->games)
        list.push_back(object(ResultRow{game, *line.lines}, result_fields()));
    return list;
}

}  // namespace

Events events_of(store::Store& store, const store::HeaderFilter& filter, const notation::Languages& languages,
                 bool together) {
    const People people(store);
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
        if (game.white == 0 || (game.black == 0 && !game.is_bye) || game.white == game.black) {
            ++events.nameless;
            return true;
        }
        if (copies.contains(header.id)) {
            ++events.linked;
            return true;
        }
        Edition& edition = by_event[together ? std::string() : header.event == "?" ? std::string() : header.event];
        if (edition.games.empty()) {
            edition.event = header.event == "?" ? std::string() : header.event;
            edition.site = header.site == "?" ? std::string() : header.site;
        }
        if (header.event != edition.event) edition.event.clear();  // games of several events are combined
        add(edition, std::move(game));
        return true;
    });
    for (auto& [name, edition] : by_event) {
        std::vector<Edition> parts;
        if (together)
            parts.push_back(std::move(edition));
        else
            parts = split(std::move(edition));
        std::ranges::move(parts, std::back_inserter(events.editions));
    }
    std::ranges::stable_sort(events.editions, std::greater(), [](const Edition& each) { return each.games.size(); });
    return events;
}

EventTable::EventTable(const store::Store& store, Edition of)
    : edition(std::move(of)), standings(standings_of(edition.games)) {
    const People people(store);
    lines.reserve(standings.players.size());
    for (const Standing& player : standings.players)
        lines.push_back({people.name(player.player), &player, &lines, standings.form == EventForm::swiss});
}

const Answer<TableLine>& event_table() {
    // clang-format off
    static const Answer<TableLine> answer = {.list = "standings", .fields = {
        {"place",      Type::integer, [](const TableLine& line) -> Value { return line.standing->place; }, right("", Style::dim),
                                      [](const TableLine& line) { return place_text(*line.standing); }},
        {"last_place", Type::integer, [](const TableLine& line) -> Value { return line.standing->last_place; }},
        {"player",     Type::text,    [](const TableLine& line) { return known(line.name); },
                                      Table::Column{phrase("player"), Table::left, Table::flexible},
                                      [](const TableLine& line) { return line.name; }},
        {"elo",        Type::integer, [](const TableLine& line) -> Value { return line.standing->elo; }, right(phrase("Elo")), elo_text},
        {"games",      Type::integer, [](const TableLine& line) -> Value { return line.standing->score.games; }, right(phrase("games"))},
        {"won",        Type::integer, [](const TableLine& line) -> Value { return line.standing->score.won; }, right("+")},
        {"drawn",      Type::integer, [](const TableLine& line) -> Value { return line.standing->score.drawn; }, right("=")},
        {"lost",       Type::integer, [](const TableLine& line) -> Value { return line.standing->score.lost; }, right("−")},
        {"byes",       Type::integer, [](const TableLine& line) -> Value { return line.standing->byes; }},
        {"points",     Type::number,  [](const TableLine& line) { return half(line.standing->half_points); }, right(phrase("points"), Style::bold),
                                      [](const TableLine& line) { return points_text(line.standing->half_points); }},
        {"buchholz",   Type::number,  [](const TableLine& line) { return half(line.standing->buchholz_half_points); }, right(phrase("Buchholz")),
                                      [](const TableLine& line) { return points_text(line.standing->buchholz_half_points); }},
        {"sonneborn_berger", Type::number, [](const TableLine& line) -> Value {
                                          return static_cast<double>(line.standing->sonneborn_berger_quarters) / 4; }, right(phrase("SB")),
                                      [](const TableLine& line) { return quarters_text(line.standing->sonneborn_berger_quarters); }},
        unfolded<TableLine>("results", "result_", result_fields(), results_of),
    }};
    // clang-format on
    return answer;
}

Value::Object event_head(const EventTable& table) {
    Value::Object head;
    head.add("event", known(table.edition.event));
    head.add("site", known(table.edition.site));
    head.add("first_date", date_value(table.edition.first));
    head.add("last_date", date_value(table.edition.last));
    head.add("form", name_of(table.standings.form));
    head.add("cycles", table.standings.form == EventForm::round_robin ? Value(table.standings.cycles) : Value());
    head.add("rounds", table.standings.rounds == 0 ? Value() : Value(table.standings.rounds));
    head.add("games", table.edition.games.size());
    head.add("unfinished", table.standings.unfinished);
    head.add("repeated", list_of(table.standings.twins));
    return head;
}

std::string place_text(const Standing& standing) {
    return standing.place == standing.last_place ? std::to_string(standing.place)
                                                 : fmt::format("{}–{}", standing.place, standing.last_place);
}

std::string quarters_text(std::int64_t quarters) { return fmt::format("{:.2f}", static_cast<double>(quarters) / 4); }

}  // namespace cofnod::reports
