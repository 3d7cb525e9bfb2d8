#include "answers/overview.hpp"

#include "answers/headers.hpp"

namespace cofnod::answers {

namespace {

using store::PlayerCounts;

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

Overview overview(search::Answers& games, const std::string& database) { return {games.summary(), database}; }

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
