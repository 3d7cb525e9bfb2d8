#include "store/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "store/id_order.hpp"
#include "store/names.hpp"
#include "store/problem_row.hpp"
#include "store/statement.hpp"
#include "store/text_index.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

std::int64_t rows_of(const Store& store, std::string_view table) {
    Statement statement(store.connection(), Sql::count_of);
    return statement.with(table).step() ? statement.integer(0) : 0;
}

std::optional<PartialDate> date_in(const Statement& row, int column) {
    constexpr std::int32_t first_year = 1'0000;
    const auto number = static_cast<std::int32_t>(row.integer(column));
    if (number < first_year) return std::nullopt;
    return PartialDate::from_number(number);
}

std::vector<LabelCount> label_counts(const Store& store, Sql query) {
    Statement statement(store.connection(), query);
    std::vector<LabelCount> counts;
    while (statement.step()) counts.push_back({std::string(statement.text(0)), statement.integer(1)});
    return counts;
}

std::vector<PlayerCounts> top_players(const Connection& connection) {
    std::vector<PlayerCounts> players;
    Statement statement(connection, Sql::top_players);
    statement.with(shown_players);
    while (statement.step())
        players.push_back({std::string(statement.text(0)), statement.integer(1), statement.integer(2),
                           statement.integer(3), statement.integer(4)});
    return players;
}

std::vector<LabelCount> games_by_decade(const Connection& connection) {
    std::vector<LabelCount> decades;
    Statement statement(connection, Sql::games_by_decade);
    while (statement.step()) decades.push_back({fmt::format("{}s", statement.integer(0)), statement.integer(1)});
    return decades;
}

std::vector<LabelCount> top_openings(const Connection& connection, std::int64_t most) {
    std::vector<LabelCount> openings;
    Statement statement(connection, Sql::top_openings);
    statement.with(most);
    while (statement.step()) openings.push_back({std::string(statement.text(0)), statement.integer(1)});
    return openings;
}

}  // namespace

Totals totals(const Store& store) {
    Statement row(store.connection(), Sql::totals);
    row.step();
    Totals totals;
    totals.games = row.integer(0);
    totals.complete = row.integer(1);
    totals.incomplete = row.integer(2);
    totals.rejected = row.integer(3);
    totals.plies = row.integer(4);
    totals.longest = row.integer(5);
    totals.first_date = date_in(row, 6);
    totals.last_date = date_in(row, 7);
    totals.players = rows_of(store, "player");
    totals.events = rows_of(store, "event");
    totals.sites = rows_of(store, "site");
    totals.sources = rows_of(store, "source");
    totals.problems = rows_of(store, "problem");
    return totals;
}

std::vector<GameKind> game_kinds(const Store& store) {
    Statement row(store.connection(), Sql::game_kinds);
    std::vector<GameKind> kinds;
    while (row.step()) kinds.push_back(kind_of(row.integer(0)));
    std::ranges::sort(kinds);
    return kinds;
}

std::vector<LabelCount> games_by_result(const Store& store) { return label_counts(store, Sql::games_by_result); }
std::vector<LabelCount> games_by_notation(const Store& store) { return label_counts(store, Sql::games_by_notation); }

std::vector<LabelCount> problems_by_group(const Store& store) {
    std::map<std::string, std::int64_t, std::less<>> groups;
    for (auto& [name, count] : label_counts(store, Sql::problems_by_kind)) {
        const auto kind = problem_kind_of(name);
        groups[kind ? std::string(name_of(group_of(*kind))) : name] += count;
    }
    std::vector<LabelCount> counts;
    for (const auto& [group, count] : groups) counts.push_back({group, count});
    std::ranges::stable_sort(counts, std::greater(), &LabelCount::count);
    return counts;
}

std::vector<SourceRow> sources(const Store& store) {
    Statement row(store.connection(), Sql::list_sources);
    const auto number = [&](int column) { return static_cast<std::uint64_t>(row.integer(column)); };
    const auto text = [&](int column) { return std::string(row.text(column)); };
    std::vector<SourceRow> result;
    for_each_row(row, 0, [&] {
        SourceRow source;
        source.id = row.integer(0);
        source.path = text(1);
        source.format = text(2);
        source.charset = text(3);
        source.content_hash = text(4);
        source.done = row.integer(5) != 0;
        source.bytes = number(6);
        source.bytes_done = number(7);
        source.counts = {.complete = number(12),
                         .incomplete = number(13),
                         .rejected = number(14),
                         .game_bytes = number(8),
                         .separators = number(9),
                         .separator_bytes = number(10)};
        source.through = text(15);
        result.push_back(std::move(source));
    });
    return result;
}

Summary summary(Store& store, std::int64_t most_openings) {
    const Snapshot snapshot(store.connection());
    return {.totals = totals(store),
            .text_index_bytes = bytes_of_text_index(store.connection()),
            .results = games_by_result(store),
            .notations = games_by_notation(store),
            .decades = games_by_decade(store.connection()),
            .openings = top_openings(store.connection(), most_openings),
            .problems = problems_by_group(store),
            .players = top_players(store.connection()),
            .sources = sources(store)};
}

std::vector<OpeningRow> openings(const Store& store) {
    Statement row(store.connection(), Sql::list_openings);
    std::vector<OpeningRow> result;
    for_each_row(row, 0, [&] {
        result.push_back({row.integer(0), std::string(row.text(1)), std::string(row.text(2))});
    });
    return result;
}

void for_each_problem(const Store& store, std::int64_t page_after, const std::function<bool(const ProblemRow&)>& each) {
    Statement row(store.connection(), Sql::list_problems);
    IdOrder games, problems;
    std::int64_t last_game = page_after;
    for (row.with(page_after); row.step();) {
        if (row.integer(0) != last_game) {
            games.check(row, last_game = row.integer(0));
            problems = {};
        }
        problems.check(row, row.integer(4 + problem_columns));
        const ProblemRow problem = {row.integer(0), state_of(row.integer(1)),
                                    static_cast<std::uint64_t>(row.integer(2)), std::string(row.text(3)),
                                    problem_in(row, 4)};
        if (!each(problem)) return;
    }
}

}  // namespace cofnod::store
