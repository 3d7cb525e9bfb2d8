#include "answers/overview.hpp"

#include <fmt/format.h>

#include "answers/headers.hpp"
#include "store/statement.hpp"
#include "store/text_index.hpp"
#include "store/transaction.hpp"

namespace cofnod::answers {

namespace {

constexpr std::int64_t most_players = 10, most_openings = 10;

std::vector<PlayerCounts> top_players(const store::Connection& connection) {
    std::vector<PlayerCounts> players;
    store::Statement statement(connection, store::Sql::top_players);
    statement.with(most_players);
    while (statement.step())
        players.push_back({std::string(statement.text(0)), statement.integer(1), statement.integer(2),
                           statement.integer(3), statement.integer(4)});
    return players;
}

std::vector<store::LabelCount> games_by_decade(const store::Connection& connection) {
    std::vector<store::LabelCount> decades;
    store::Statement statement(connection, store::Sql::games_by_decade);
    while (statement.step()) decades.push_back({fmt::format("{}s", statement.integer(0)), statement.integer(1)});
    return decades;
}

std::vector<store::LabelCount> top_openings(const store::Connection& connection) {
    std::vector<store::LabelCount> openings;
    store::Statement statement(connection, store::Sql::top_openings);
    statement.with(most_openings);
    while (statement.step()) openings.push_back({std::string(statement.text(0)), statement.integer(1)});
    return openings;
}

/// Returns counts by label; borrows the labels.
Value counts(const std::vector<store::LabelCount>& rows) {
    Value::Object object;
    for (const auto& [label, count] : rows) object.add(label, count);
    return object;
}

const Fields<PlayerCounts>& player_fields() {
    static const Fields<PlayerCounts> fields = {
        {"name", Type::text, [](const PlayerCounts& player) { return known(player.name); }},
        {"games", Type::integer, [](const PlayerCounts& player) -> Value { return player.games; }},
        {"won", Type::integer, [](const PlayerCounts& player) -> Value { return player.won; }},
        {"drawn", Type::integer, [](const PlayerCounts& player) -> Value { return player.drawn; }},
        {"lost", Type::integer, [](const PlayerCounts& player) -> Value { return player.lost; }},
    };
    return fields;
}

}  // namespace

Overview overview(store::Store& store, const std::string& database) {
    const store::Snapshot snapshot(store.connection());
    return {.database = database,
            .totals = store::totals(store),
            .text_index_bytes = store::bytes_of_text_index(store.connection()),
            .results = store::games_by_result(store),
            .notations = store::games_by_notation(store),
            .decades = games_by_decade(store.connection()),
            .openings = top_openings(store.connection()),
            .problems = store::problems_by_group(store),
            .players = top_players(store.connection()),
            .sources = store::sources(store)};
}

const Fields<store::SourceRow>& source_fields() {
    using Source = store::SourceRow;
    // clang-format off
    static const Fields<Source> fields = {
        {"id",           Type::integer, [](const Source& source) -> Value { return source.id; }},
        {"source",       Type::text,    [](const Source& source) -> Value { return source.path; }},
        {"format",       Type::text,    [](const Source& source) { return known(source.format); }},
        {"charset",      Type::text,    [](const Source& source) { return known(source.charset); }},
        {"bytes",        Type::integer, [](const Source& source) -> Value { return source.bytes; }},
        {"content_hash", Type::text,    [](const Source& source) { return known(source.content_hash); }},
        {"done",         Type::boolean, [](const Source& source) -> Value { return source.done; }},
        {"games",        Type::integer, [](const Source& source) -> Value { return source.counts.found(); }},
        {"complete",     Type::integer, [](const Source& source) -> Value { return source.counts.complete; }},
        {"incomplete",   Type::integer, [](const Source& source) -> Value { return source.counts.incomplete; }},
        {"rejected",     Type::integer, [](const Source& source) -> Value { return source.counts.rejected; }},
        {"through",      Type::text,    [](const Source& source) { return known(source.through); }},
    };
    // clang-format on
    return fields;
}

const Answer<Overview>& overview_document() {
    // clang-format off
    static const Answer<Overview> answer{.list = {}, .fields = {
        {"database",    Type::text,    [](const Overview& all) -> Value { return all.database; }},
        {"games",       Type::integer, [](const Overview& all) -> Value { return all.totals.games; }},
        {"complete",    Type::integer, [](const Overview& all) -> Value { return all.totals.complete; }},
        {"incomplete",  Type::integer, [](const Overview& all) -> Value { return all.totals.incomplete; }},
        {"rejected",    Type::integer, [](const Overview& all) -> Value { return all.totals.rejected; }},
        {"plies",       Type::integer, [](const Overview& all) -> Value { return all.totals.plies; }},
        {"longest",     Type::integer, [](const Overview& all) -> Value { return all.totals.longest; }},
        {"players",     Type::integer, [](const Overview& all) -> Value { return all.totals.players; }},
        {"events",      Type::integer, [](const Overview& all) -> Value { return all.totals.events; }},
        {"sites",       Type::integer, [](const Overview& all) -> Value { return all.totals.sites; }},
        {"first_date",  Type::text,    [](const Overview& all) { return date_value(all.totals.first_date); }},
        {"last_date",   Type::text,    [](const Overview& all) { return date_value(all.totals.last_date); }},
        {"text_index_bytes", Type::integer, [](const Overview& all) -> Value { return all.text_index_bytes; }},
        {"results",     Type::object,  [](const Overview& all) { return counts(all.results); }},
        {"notations",   Type::object,  [](const Overview& all) { return counts(all.notations); }},
        {"decades",     Type::object,  [](const Overview& all) { return counts(all.decades); }},
        {"openings",     Type::object,  [](const Overview& all) { return counts(all.openings); }},
        {"problems",    Type::object,  [](const Overview& all) { return counts(all.problems); }},
        nested<Overview>("top_players", Type::list, player_fields(), [](const Overview& all) { return objects(all.players, player_fields()); }),
        nested<Overview>("sources", Type::list, source_fields(), [](const Overview& all) { return objects(all.sources, source_fields()); }),
    }};
    // clang-format on
    return answer;
}

}  // namespace cofnod::answers
