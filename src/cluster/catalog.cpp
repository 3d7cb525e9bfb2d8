#include "cluster/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/say.hpp"
#include "cluster/row_binary.hpp"
#include "cluster/sql.hpp"
#include "columns/versions.hpp"

namespace cofnod::cluster {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;

ChunkRow read_chunk(RowReader& reader) {
    ChunkRow chunk;
    for (std::int64_t* const number : {&chunk.number, &chunk.games, &chunk.first, &chunk.last, &chunk.positions,
                                       &chunk.stays, &chunk.materials, &chunk.wholes, &chunk.totals})
        *number = reader.int64();
    for (std::string* const text :
         {&chunk.program, &chunk.keys, &chunk.packing, &chunk.schema, &chunk.database, &chunk.hash, &chunk.kinds})
        *text = reader.text();
    chunk.loaded = reader.int64();
    return chunk;
}

/// Leaves the newest row of each chunk, by number.
void keep_newest(std::vector<ChunkRow>& chunks) {
    std::ranges::sort(chunks, {}, [](const ChunkRow& chunk) { return std::pair(chunk.number, -chunk.loaded); });
    const auto is_older = [](const ChunkRow& kept, const ChunkRow& next) { return kept.number == next.number; };
    chunks.erase(std::unique(chunks.begin(), chunks.end(), is_older), chunks.end());
}

/// Throws unless a version is that of this program.
void check_version(const ChunkRow& chunk, const std::string& what, const std::string& found, const std::string& known,
                   const std::string& where) {
    if (found == known) return;
    throw StoreError(say("{}: chunk {} has {} '{}', this program knows '{}'", where, chunk.number, what, found, known),
                     say("it was loaded by {}: use that version, or load again with this one", chunk.program));
}

}  // namespace

std::int64_t rows_of(const ChunkRow& chunk, std::string_view table) {
    using columns::TableId;
    if (table == columns::table(TableId::game).name) return chunk.games;
    if (table == columns::table(TableId::pos).name) return chunk.positions;
    if (table == columns::table(TableId::stay).name) return chunk.stays;
    if (table == columns::table(TableId::material).name) return chunk.materials;
    if (table == columns::table(TableId::whole).name) return chunk.wholes;
    if (table == columns::table(TableId::total).name) return chunk.totals;
    return 0;
}

Catalog Catalog::read(Server& server, const std::string& database) {
    const std::string answer =
        server.ask(sql("catalog", {{"db", database}, {"db_text", text_literal(database)}}), most_bytes);
    RowReader reader(answer, server.name());
    Catalog catalog;
    while (!reader.is_at_end()) {
        std::string table(reader.text());
        ChunkRow row = read_chunk(reader);
        if (table.empty())
            catalog.chunks.push_back(std::move(row));
        else
            catalog.rows[{std::move(table), row.number}] = row.games;
    }
    keep_newest(catalog.chunks);
    return catalog;
}

RowCounts Catalog::read_rows(Server& server, const std::string& database) {
    const std::string answer =
        server.ask(sql("parts", {{"db", database}, {"db_text", text_literal(database)}}), most_bytes);
    RowReader reader(answer, server.name());
    RowCounts rows;
    while (!reader.is_at_end()) {
        std::string table(reader.text());
        const std::int64_t chunk = reader.int64();
        rows[{std::move(table), chunk}] = reader.int64();
    }
    return rows;
}

bool Catalog::is_whole(const ChunkRow& chunk) const {
    return std::ranges::all_of(counted_tables, [&](columns::TableId table) {
        const std::string_view name = columns::table(table).name;
        const auto found = rows.find(std::pair(std::string(name), chunk.number));
        return (found == rows.end() ? 0 : found->second) == rows_of(chunk, name);
    });
}

const ChunkRow* Catalog::find(std::int64_t number) const {
    const auto found = std::ranges::find(chunks, number, &ChunkRow::number);
    return found == chunks.end() ? nullptr : &*found;
}

void Catalog::check(const std::string& server, const std::string& database) const {
    const std::string where = fmt::format("{}: {}", server, database);
    if (chunks.empty())
        throw StoreError(say("{}: nothing was loaded into this database", where), say("load games: cofnod load"));
    for (const ChunkRow& chunk : chunks) {
        if (chunk.games == 0) continue;
        check_version(chunk, say("tables of version"), chunk.schema, columns::schema_version, where);
        check_version(chunk, say("keys of version"), chunk.keys, columns::key_versions(), where);
        check_version(chunk, say("packed moves of version"), chunk.packing, columns::packing_versions(), where);
        for (const columns::TableId table : counted_tables) {
            const std::string_view name = columns::table(table).name;
            const auto found = rows.find(std::pair(std::string(name), chunk.number));
            const std::int64_t there = found == rows.end() ? 0 : found->second;
            if (there != rows_of(chunk, name))
                throw StoreError(say("{}: chunk {} is incomplete: {} has {} of {} rows", where, chunk.number, name,
                                     there, rows_of(chunk, name)),
                                 say("if it is not being loaded, load it again: cofnod load ... {}", chunk.database));
        }
    }
}

std::int64_t Catalog::games() const {
    std::int64_t all = 0;
    for (const ChunkRow& chunk : chunks) all += chunk.games;
    return all;
}

std::int64_t Catalog::ids_between(std::int64_t after, std::int64_t last) const {
    std::int64_t ids = 0;
    for (const ChunkRow& chunk : chunks)
        if (chunk.games > 0)
            ids += std::max<std::int64_t>(0, std::min(chunk.last, last) - std::max(chunk.first - 1, after));
    return ids;
}

std::optional<std::int64_t> Catalog::id_behind(std::int64_t after, std::int64_t ids) const {
    std::optional<std::int64_t> found;
    for (const ChunkRow& chunk : chunks) {
        if (chunk.games == 0 || chunk.last <= after) continue;
        const std::int64_t before = std::max(chunk.first - 1, after);
        found = std::min(chunk.last, before + ids);
        ids -= *found - before;
        if (ids == 0) break;
    }
    return found;
}

std::vector<GameKind> Catalog::kinds() const {
    std::vector<GameKind> found;
    each_game([&](auto game) {
        const auto has = [](const ChunkRow& chunk) {
            const std::string list = ", " + chunk.kinds + ',';
            return chunk.games > 0 && list.find(fmt::format(", {},", decltype(game)::name)) != list.npos;
        };
        if (std::ranges::any_of(chunks, has)) found.push_back(game.kind);
    });
    std::ranges::sort(found);
    return found;
}

std::size_t Catalog::databases() const {
    std::set<std::string_view> names;
    for (const ChunkRow& chunk : chunks)
        if (chunk.games > 0) names.insert(chunk.database);
    return names.size();
}

bool Catalog::has_wholes() const {
    return std::ranges::all_of(chunks, [](const ChunkRow& chunk) { return chunk.wholes == chunk.games; });
}

std::string Catalog::condition() const {
    const bool has_others = std::ranges::any_of(rows, [&](const auto& each) {
        const ChunkRow* const chunk = find(each.first.second);
        return each.second > 0 && (!chunk || chunk->games == 0);
    });
    if (!has_others) return {};
    std::string text;
    for (const ChunkRow& chunk : chunks)
        if (chunk.games > 0)
            text += (text.empty() ? " AND (" : " OR ") +
                    sql("visible", {{"first", std::to_string(chunk.number * games_a_chunk)},
                                    {"last", std::to_string((chunk.number + 1) * games_a_chunk - 1)}});
    return text.empty() ? " AND 0" : text + ')';
}

}  // namespace cofnod::cluster
