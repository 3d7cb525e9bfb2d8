#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/tr.hpp"
#include "reports/event_table.hpp"
#include "reports/games.hpp"
#include "reports/people.hpp"

namespace cofnod::reports {

namespace {

Value half(std::int64_t half_points) { return static_cast<double>(half_points) / 2; }

std::string elo_text(const TableLine& line) { return line.standing->elo ? std::to_string(*line.standing->elo) : ""; }

/// Returns "2–4" or "2".
std::string place_text(const Standing& standing) {
    return standing.place == standing.last_place ? std::to_string(standing.place)
                                                 : fmt::format("{}–{}", standing.place, standing.last_place);
}

/// Returns "1", "½", "0" or "*"; of a match the points on its boards.
std::string points_of(const PlayedGame& game, Sides sides) {
    if (!game.half_points) return "*";
    return points_text(sides == Sides::teams ? game.board_half_points : *game.half_points);
}

/// Results of an event as the cells of a crosstable.
class Cells {
public:
    explicit Cells(const EventTable& table) : table_(table) {}

    /// Returns the number of columns: games of a match, players of a round robin, rounds of other tournaments.
    [[nodiscard]] std::size_t columns() const {
        if (form() == EventForm::round_robin) return table_.lines.size();
        if (form() == EventForm::swiss && has_rounds()) return static_cast<std::size_t>(table_.standings.rounds);
        std::size_t most = 0;
        for (const TableLine& line : table_.lines) most = std::max(most, line.standing->games.size());
        return most;
    }

    [[nodiscard]] std::vector<std::string> of(std::size_t row) const {
        const Standing& standing = *table_.lines[row].standing;
        if (form() == EventForm::swiss) return rounds_of(standing);
        std::vector<std::string> cells;
        if (form() == EventForm::match) {
            for (const PlayedGame& game : standing.games) cells.push_back(points_of(game, table_.sides()));
            return cells;
        }
        for (std::size_t i = 0; i < table_.lines.size(); ++i) {
            const std::string cell = against(standing, i);
            cells.push_back(i == row ? "■" : cell.empty() ? "·" : cell);
        }
        return cells;
    }

private:
    [[nodiscard]] EventForm form() const { return table_.standings.form; }

    /// Returns the results against one opponent: "1½"; between teams "2½ 3".
    [[nodiscard]] std::string against(const Standing& standing, std::size_t opponent) const {
        std::string text;
        for (const PlayedGame& game : standing.games) {
            if (game.opponent != opponent) continue;
            if (table_.sides() == Sides::teams && !text.empty()) text += ' ';
            text += points_of(game, table_.sides());
        }
        return text;
    }

    /// Returns true if every game of a Swiss tournament has a round, and no player has two games in one round.
    [[nodiscard]] bool has_rounds() const {
        for (const TableLine& line : table_.lines) {
            std::vector<std::int64_t> rounds;
            for (const PlayedGame& game : line.standing->games) {
                if (!game.round || std::ranges::find(rounds, *game.round) != rounds.end()) return false;
                rounds.push_back(*game.round);
            }
        }
        return true;
    }

    /// Returns the results of a player by round, or else in the order of the games: "+12w", "=3b", "−7w"; of a team
    /// "2½:4".
    [[nodiscard]] std::vector<std::string> rounds_of(const Standing& standing) const {
        std::vector<std::string> cells(columns(), "·");
        const bool by_round = has_rounds();
        for (std::size_t i = 0; i < standing.games.size(); ++i) {
            const PlayedGame& game = standing.games[i];
            static constexpr std::string_view signs[] = {"−", "=", "+"};
            const std::string opponent = game.opponent ? std::to_string(*game.opponent + 1) : tr("bye");
            std::string& cell = cells[by_round ? static_cast<std::size_t>(*game.round) - 1 : i];
            if (table_.sides() == Sides::teams) {
                cell = fmt::format("{}:{}", points_of(game, Sides::teams), opponent);
                continue;
            }
            cell = game.half_points ? signs[static_cast<std::size_t>(*game.half_points)] : "*";
            cell += opponent;
            if (game.opponent) cell += game.as_white ? 'w' : 'b';
        }
        return cells;
    }

    const EventTable& table_;
};

/// A game of a row, for machine-readable output.
struct ResultRow {
    const PlayedGame& game;
    const std::vector<TableLine>& lines;
};

/// Members of the games of a player, and of the matches of a team, whose `id` is that of their first game.
const Fields<ResultRow>& result_fields(Sides sides) {
    // clang-format off
    static const Fields<ResultRow> all = {
        {"id",       Type::integer, [](const ResultRow& row) -> Value { return row.game.id; }},
        {"round",    Type::integer, [](const ResultRow& row) -> Value { return row.game.round; }},
        {"opponent", Type::text,    [](const ResultRow& row) {
                                        return row.game.opponent ? known(row.lines[*row.game.opponent].name) : Value(); }},
        {"colour",   Type::text,    [](const ResultRow& row) -> Value {
                                        return !row.game.opponent ? Value() : row.game.as_white ? "white" : "black"; }},
        {"points",   Type::number,  [](const ResultRow& row) -> Value {
                                        return row.game.half_points ? half(*row.game.half_points) : Value(); }},
        {"match_points", Type::integer, [](const ResultRow& row) -> Value { return row.game.half_points; }},
        {"board_points", Type::number,  [](const ResultRow& row) { return half(row.game.board_half_points); }},
    };
    // clang-format on
    static const auto players = all.only({"id", "round", "opponent", "colour", "points"}),
                      teams = all.only({"id", "round", "opponent", "match_points", "board_points"});
    return sides == Sides::teams ? teams : players;
}

template <Sides sides>
Value results_of(const TableLine& line) {
    Value::List list;
    for (const PlayedGame& game : line.standing->games)
        list.push_back(object(ResultRow{game, *line.lines}, result_fields(sides)));
    return list;
}

/// Members of players and of teams.
const Fields<TableLine>& line_fields() {
    // clang-format off
    static const Fields<TableLine> fields = {
        {"place",        Type::integer, [](const TableLine& line) -> Value { return line.standing->place; }, right("", Style::dim),
                                        [](const TableLine& line) { return place_text(*line.standing); }},
        {"last_place",   Type::integer, [](const TableLine& line) -> Value { return line.standing->last_place; }},
        {"player",       Type::text,    [](const TableLine& line) { return known(line.name); },
                                        Table::Column{phrase("player"), Table::left, Table::flexible},
                                        [](const TableLine& line) { return line.name; }},
        {"team",         Type::text,    [](const TableLine& line) { return known(line.name); },
                                        Table::Column{phrase("team"), Table::left, Table::flexible},
                                        [](const TableLine& line) { return line.name; }},
        {"elo",          Type::integer, [](const TableLine& line) -> Value { return line.standing->elo; }, right(phrase("Elo")), elo_text},
        {"games",        Type::integer, [](const TableLine& line) -> Value { return line.standing->score.games; }, right(phrase("games"))},
        {"matches",      Type::integer, [](const TableLine& line) -> Value { return line.standing->score.games; }, right(phrase("matches"))},
        {"won",          Type::integer, [](const TableLine& line) -> Value { return line.standing->score.won; }, right("+")},
        {"drawn",        Type::integer, [](const TableLine& line) -> Value { return line.standing->score.drawn; }, right("=")},
        {"lost",         Type::integer, [](const TableLine& line) -> Value { return line.standing->score.lost; }, right("−")},
        {"byes",         Type::integer, [](const TableLine& line) -> Value { return line.standing->byes; }},
        {"points",       Type::number,  [](const TableLine& line) { return half(line.standing->half_points); }, right(phrase("points"), Style::bold),
                                        [](const TableLine& line) { return points_text(line.standing->half_points); }},
        {"match_points", Type::integer, [](const TableLine& line) -> Value { return line.standing->half_points; }, right(phrase("match points"), Style::bold)},
        {"board_points", Type::number,  [](const TableLine& line) { return half(line.standing->board_half_points); }, right(phrase("board points")),
                                        [](const TableLine& line) { return points_text(line.standing->board_half_points); }},
        {"buchholz",     Type::number,  [](const TableLine& line) { return half(line.standing->buchholz_half_points); }, right(phrase("Buchholz")),
                                        [](const TableLine& line) { return points_text(line.standing->buchholz_half_points); }},
        {"sonneborn_berger", Type::number, [](const TableLine& line) -> Value {
                                            return static_cast<double>(line.standing->sonneborn_berger_quarters) / 4; }, right(phrase("SB")),
                                        [](const TableLine& line) {
                                            return fmt::format("{:.2f}", static_cast<double>(line.standing->sonneborn_berger_quarters) / 4); }},
    };
    // clang-format on
    return fields;
}

template <Sides sides>
Answer<TableLine> standings_with(const std::vector<std::string>& names) {
    Answer<TableLine> answer{.list = "standings", .fields = line_fields().only(names)};
    answer.fields.push_back(unfolded<TableLine>("results", "result_", result_fields(sides), results_of<sides>));
    return answer;
}

std::string dates_of(const Edition& edition) {
    if (!edition.first) return {};
    const std::string first = edition.first->to_text(), last = edition.last->to_text();
    return first == last ? first : tr("{} to {}", first, last);
}

std::string form_text(const EventTable& table) {
    const bool teams = table.sides() == Sides::teams;
    const std::size_t sides = table.lines.size();
    const std::int64_t cycles = table.standings.cycles;
    if (table.standings.form == EventForm::match) return tr("match");
    if (table.standings.form == EventForm::swiss)
        return teams ? counted(sides, "{} team", "{} teams") : counted(sides, "{} player", "{} players");
    if (teams)
        return cycles == 1   ? tr("round robin of {} teams", sides)
               : cycles == 2 ? tr("double round robin of {} teams", sides)
                             : tr("round robin of {} teams in {} cycles", sides, cycles);
    return cycles == 1   ? tr("round robin of {}", sides)
           : cycles == 2 ? tr("double round robin of {}", sides)
                         : tr("round robin of {} in {} cycles", sides, cycles);
}

}  // namespace

EventTable::EventTable(const store::Store& store, Edition of)
    : edition(std::move(of)), standings(standings_of(edition.games)) {
    People people(store);
    lines.reserve(standings.players.size());
    for (const Standing& player : standings.players) {
        const std::string& name = edition.teams.empty() ? people.name(player.player)
                                                        : edition.teams[static_cast<std::size_t>(player.player) - 1];
        lines.push_back({name, &player, &lines});
    }
    const Cells cells(*this);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].results = cells.of(i);
    columns = cells.columns();
}

const Answer<TableLine>& event_table(Sides sides) {
    static const auto players =
        standings_with<Sides::players>({"place", "last_place", "player", "elo", "games", "won", "drawn", "lost", "byes",
                                        "points", "buchholz", "sonneborn_berger"});
    static const auto teams = standings_with<Sides::teams>(
        {"place", "last_place", "team", "matches", "won", "drawn", "lost", "match_points", "board_points"});
    return sides == Sides::teams ? teams : players;
}

Answer<TableLine> crosstable(const EventTable& table) {
    Answer<TableLine> answer{.list = "standings", .fields = {}};
    const auto take = [&](const std::vector<std::string>& names) { answer.fields.append(line_fields().only(names)); };
    take({"place", table.sides() == Sides::teams ? "team" : "player"});
    if (std::ranges::any_of(table.lines, [](const TableLine& line) { return line.standing->elo.has_value(); }))
        take({"elo"});
    for (std::size_t i = 0; i < table.columns; ++i)
        answer.fields.push_back(
            Field<TableLine>::shown_as(right(std::to_string(i + 1)), i, [](const TableLine& line, std::size_t column) {
                return column < line.results.size() ? line.results[column] : std::string();
            }));
    if (table.sides() == Sides::teams)
        take({"match_points", "board_points"});
    else if (table.standings.form == EventForm::match)
        take({"points"});
    else if (table.standings.form == EventForm::swiss)
        take({"points", "buchholz", "sonneborn_berger"});
    else
        take({"points", "sonneborn_berger"});
    return answer;
}

std::string event_title(const EventTable& table) {
    return table.edition.event.empty() ? tr("unnamed event, or several") : table.edition.event;
}

std::vector<std::string> event_facts(const EventTable& table) {
    std::vector<std::string> facts = {table.edition.site, dates_of(table.edition), form_text(table)};
    const std::size_t games = table.edition.games.size();
    facts.push_back(table.sides() == Sides::teams ? counted(games, "{} match", "{} matches") : counted_games(games));
    std::erase(facts, std::string());
    return facts;
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
    head.add(table.sides() == Sides::teams ? "matches" : "games", table.edition.games.size());
    head.add("unfinished", table.standings.unfinished);
    head.add("repeated", list_of(table.standings.twins));
    return head;
}

}  // namespace cofnod::reports
