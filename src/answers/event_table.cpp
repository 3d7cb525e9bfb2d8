#include "answers/event_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "answers/headers.hpp"
#include "answers/people.hpp"
#include "base/say.hpp"
#include "notation/language.hpp"
#include "store/game_reader.hpp"
#include "store/works.hpp"

namespace cofnod::answers {

namespace {

using store::GameHeader;
using store::PartialDate;

std::optional<PartialDate> year_known(const std::optional<PartialDate>& date) {
    return date && date->year() > 0 ? date : std::nullopt;
}

/// True if a game at `next` is of a later edition than one at `last`: more than three months, or another year if a
/// month is unknown.
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

/// Splits the games of one event at gaps of more than three months. Games without a date belong to the first edition.
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

/// A game of a line, for programs.
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

Table::Column right(std::string title, Style style = Style::plain) {
    return {std::move(title), Table::right, Table::fixed, style};
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
        if (header.event != edition.event) edition.event.clear();  // several, taken together
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

}  // namespace cofnod::answers
