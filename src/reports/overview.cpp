#include "reports/overview.hpp"

#include <fmt/format.h>

#include "base/tr.hpp"
#include "reports/games.hpp"

namespace cofnod::reports {

namespace {

using store::PlayerCounts;

/// Returns counts by label; borrows the label texts.
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

using search::EndgameCount;

double share_of(const EndgameRow& row) {
    return row.all_games == 0 ? 0 : 100.0 * static_cast<double>(row.count.games) / static_cast<double>(row.all_games);
}

Score score_of(const EndgameRow& row) {
    return {.games = row.count.games, .won = row.count.won, .drawn = row.count.drawn, .lost = row.count.lost};
}

std::optional<double> average_plies(const EndgameRow& row) {
    if (!row.count.positions || row.count.games == 0) return std::nullopt;
    return static_cast<double>(*row.count.positions) / static_cast<double>(row.count.games);
}

std::string percent_of_decided(const EndgameRow& row, std::int64_t part) {
    const std::int64_t decided = score_of(row).decided();
    return decided == 0 ? "" : fmt::format("{:.0f}%", 100.0 * static_cast<double>(part) / static_cast<double>(decided));
}

std::vector<EndgameRow> rows_of(const std::vector<EndgameCount>& counts, std::int64_t games,
                                std::optional<std::int64_t> limit) {
    std::vector<EndgameRow> rows;
    for (const EndgameCount& count : counts) {
        if (limit && static_cast<std::int64_t>(rows.size()) == *limit) break;
        rows.push_back({count, search::endgame_text(count), games, counts.front().games});
    }
    return rows;
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

EndgameReport endgame_report(search::Endgames counts, std::optional<std::int64_t> limit) {
    EndgameReport report;
    report.kinds = rows_of(counts.kinds, counts.games, limit);
    report.materials = rows_of(counts.materials, counts.games, limit);
    report.counts = std::move(counts);
    return report;
}

Answer<EndgameRow> endgame_list(const std::string& list) {
    using Row = EndgameRow;
    // clang-format off
    return {.list = list, .fields = {
        {"material",      Type::text,    [](const Row& row) { return known(row.material); },
                                         Table::Column{list == "kinds" ? "kind" : "material", Table::left, Table::fixed, Style::bold}},
        {"men",           Type::integer, [](const Row& row) -> Value {
                                             return row.count.any_pawns ? Value() : Value(search::men_of(row.count.signature)); }},
        {"balanced",      Type::boolean, [](const Row& row) -> Value { return row.count.is_balanced; }},
        {"games",         Type::integer, [](const Row& row) -> Value { return row.count.games; }, right(phrase("games")),
                                         [](const Row& row) { return grouped(unsigned_count(row.count.games)); }},
        {"share",         Type::number,  [](const Row& row) -> Value { return share_of(row); }, right(phrase("share")),
                                         [](const Row& row) { return fmt::format("{:.1f}%", share_of(row)); }},
        Field<Row>::shown_as({""},       [](const Row& row) {
                                             return bar(unsigned_count(row.count.games), unsigned_count(row.most_games), 10); }),
        {"won",           Type::integer, [](const Row& row) -> Value { return row.count.won; }, right(phrase("won")),
                                         [](const Row& row) { return percent_of_decided(row, row.count.won); }},
        {"drawn",         Type::integer, [](const Row& row) -> Value { return row.count.drawn; }, right(phrase("drawn")),
                                         [](const Row& row) { return percent_of_decided(row, row.count.drawn); }},
        {"lost",          Type::integer, [](const Row& row) -> Value { return row.count.lost; }, right(phrase("lost")),
                                         [](const Row& row) { return percent_of_decided(row, row.count.lost); }},
        {"score",         Type::number,  [](const Row& row) -> Value { return score_of(row).percent(); }, right(phrase("score"), Style::bold),
                                         [](const Row& row) { return percent_text(score_of(row).percent()); }},
        {"average_plies", Type::number,  [](const Row& row) -> Value { return average_plies(row); }, right(phrase("plies")),
                                         [](const Row& row) {
                                             const auto plies = average_plies(row);
                                             return plies ? fmt::format("{:.1f}", *plies) : std::string(); }},
    }};
    // clang-format on
}

Report report_of(const EndgameReport& endgames) {
    Report report;
    report.head.add("games", endgames.counts.games);
    report.head.add("reached", endgames.counts.reached);
    report.sections = {{endgame_list("kinds"), endgames.kinds}, {endgame_list("materials"), endgames.materials}};
    return report;
}

}  // namespace cofnod::reports
