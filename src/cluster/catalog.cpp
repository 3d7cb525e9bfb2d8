#include "cluster/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/row_binary.hpp"
#include "cluster/schema.hpp"
#include "export/parquet/parquet.hpp"

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

/// Keeps only the newest row of each chunk, sorted by number.
void keep_newest(std::vector<ChunkRow>& chunks) {
    std::ranges::sort(chunks, {}, [](const ChunkRow& chunk) { return std::pair(chunk.number, -chunk.loaded); });
    const auto is_older = [](const ChunkRow& kept, const ChunkRow& next) { return kept.number == next.number; };
    chunks.erase(std::unique(chunks.begin(), chunks.end(), is_older), chunks.end());
}

/// Throws if a chunk was written with a version other than this program's.
void check_version(const ChunkRow& chunk, const std::string& what, const std::string& found, const std::string& known,
                   const std::string& where) {
    if (found == known) return;
    throw StoreError(tr("{}: chunk {} has {} '{}', this program knows '{}'", where, chunk.number, what, found, known),
                     tr("it was loaded by {}: use that version, or load again with this one", chunk.program));
}

}  // namespace

std::int64_t rows_of(const ChunkRow& chunk, std::string_view table) {
    using parquet::TableId;
    if (table == parquet::table(TableId::game).name) return chunk.games;
    if (table == parquet::table(TableId::pos).name) return chunk.positions;
    if (table == parquet::table(TableId::stay).name) return chunk.stays;
    if (table == parquet::table(TableId::material).name) return chunk.materials;
    if (table == parquet::table(TableId::whole).name) return chunk.wholes;
    if (table == parquet::table(TableId::total).name) return chunk.totals;
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
    return std::ranges::all_of(counted_tables, [&](parquet::TableId table) {
        const std::string_view name = parquet::table(table).name;
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
        throw StoreError(tr("{}: nothing was loaded into this database", where), tr("load games: cofnod load"));
    for (const ChunkRow& chunk : chunks) {
        if (chunk.games == 0) continue;
        check_version(chunk, tr("tables of version"), chunk.schema, parquet::schema_version, where);
        check_version(chunk, tr("keys of version"), chunk.keys, parquet::key_versions(), where);
        check_version(chunk, tr("packed moves of version"), chunk.packing, parquet::packing_versions(), where);
        for (const parquet::TableId table : counted_tables) {
            const std::string_view name = parquet::table(table).name;
            const auto found = rows.find(std::pair(std::string(name), chunk.number));
            const std::int64_t there = found == rows.end() ? 0 : found->second;
            if (there != rows_of(chunk, name))
                throw StoreError(tr("{}: chunk {} is incomplete: {} has {} of {} rows", where, chunk.number, name,
                                    there, rows_of(chunk, name)),
                                 tr("if it is not being loaded, load it again: cofnod load ... {}", chunk.database));
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

namespace {

using parquet::Type;
using store::LabelCount;
using store::SourceRow;
using store::Summary;
using store::Totals;

/// Number in Totals, combined over several databases as a sum or a maximum.
struct Number {
    std::string_view what;
    std::int64_t Totals::*member;
    bool is_sum;
};
constexpr Number numbers[] = {
    {"games", &Totals::games, true},           {"complete", &Totals::complete, true},
    {"incomplete", &Totals::incomplete, true}, {"rejected", &Totals::rejected, true},
    {"plies", &Totals::plies, true},           {"longest", &Totals::longest, false},
    {"players", &Totals::players, true},       {"events", &Totals::events, true},
    {"sites", &Totals::sites, true},           {"sources", &Totals::sources, true},
    {"problems", &Totals::problems, true},
};

struct Labels {
    std::string_view what;
    std::vector<LabelCount> Summary::*member;
    bool is_by_label;  ///< if false, sorted by descending frequency
};
constexpr Labels labels[] = {
    {"result", &Summary::results, false},   {"notation", &Summary::notations, false},
    {"decade", &Summary::decades, true},    {"opening", &Summary::openings, false},
    {"problem", &Summary::problems, false},
};

constexpr std::string_view first_date = "first_date", last_date = "last_date", text_index = "text_index",
                           source = "source";

/// Texts and numbers of a source, in the order in which they are stored.
constexpr std::string SourceRow::*source_texts[] = {&SourceRow::format, &SourceRow::charset, &SourceRow::content_hash,
                                                    &SourceRow::through};
constexpr std::uint64_t SourceRow::*source_numbers[] = {&SourceRow::bytes, &SourceRow::bytes_done};
constexpr std::uint64_t store::Counts::*source_counts[] = {&store::Counts::complete,   &store::Counts::incomplete,
                                                           &store::Counts::rejected,   &store::Counts::game_bytes,
                                                           &store::Counts::separators, &store::Counts::separator_bytes};

std::string detail_of(const SourceRow& row) {
    std::string bytes;
    for (const auto text : source_texts) put_text(bytes, row.*text);
    for (const auto number : source_numbers) put_number(bytes, static_cast<std::int64_t>(row.*number), Type::int64);
    for (const auto number : source_counts)
        put_number(bytes, static_cast<std::int64_t>(row.counts.*number), Type::int64);
    put_number(bytes, row.done ? 1 : 0, Type::int8);
    return bytes;
}

SourceRow source_from(std::string_view path, std::int64_t id, std::string_view detail, const std::string& server) {
    RowReader reader(detail, server);
    SourceRow row;
    row.path = path;
    row.id = id;
    for (const auto text : source_texts) row.*text = reader.text();
    for (const auto number : source_numbers) row.*number = static_cast<std::uint64_t>(reader.int64());
    for (const auto number : source_counts) row.counts.*number = static_cast<std::uint64_t>(reader.int64());
    row.done = reader.number(Type::int8) != 0;
    return row;
}

/// Sums up the facts about all databases.
class Sum {
public:
    void add(std::string_view what, std::string_view label, std::int64_t count, std::string_view detail,
             const std::string& server) {
        if (what == source) {
            summary_.sources.push_back(source_from(label, count, detail, server));
        } else if (what == text_index) {
            summary_.text_index_bytes += count;
        } else if (what == first_date || what == last_date) {
            take_date(what == first_date, store::PartialDate::from_number(static_cast<std::int32_t>(count)));
        } else if (const auto number = std::ranges::find(numbers, what, &Number::what); number != std::end(numbers)) {
            std::int64_t& all = summary_.totals.*number->member;
            all = number->is_sum ? all + count : std::max(all, count);
        } else {
            counts_[std::string(what)][std::string(label)] += count;
        }
    }

    Summary take() {
        for (const Labels& each : labels) {
            auto& rows = summary_.*each.member;
            for (const auto& [label, count] : counts_[std::string(each.what)]) rows.push_back({label, count});
            if (!each.is_by_label) std::ranges::stable_sort(rows, std::ranges::greater(), &LabelCount::count);
        }
        const std::size_t most = store::shown_openings;
        summary_.openings.resize(std::min(summary_.openings.size(), most));
        std::ranges::sort(summary_.sources, {}, &SourceRow::id);
        return std::move(summary_);
    }

private:
    void take_date(bool is_first, const std::optional<store::PartialDate>& date) {
        auto& held = is_first ? summary_.totals.first_date : summary_.totals.last_date;
        if (!held || (is_first ? date->number() < held->number() : date->number() > held->number())) held = date;
    }

    Summary summary_;
    std::map<std::string, std::map<std::string, std::int64_t>> counts_;
};

}  // namespace

std::string state_of(const Catalog& catalog, std::string_view database) {
    ContentHasher hasher;
    for (const ChunkRow& chunk : catalog.chunks)
        if (chunk.games > 0 && chunk.database == database)
            hasher.add(fmt::format("{} {} {}\n", chunk.number, chunk.wholes, chunk.hash));
    return hasher.hex();
}

std::string About::rows(std::int64_t loaded) const {
    std::string rows;
    const auto add = [&](std::string_view what, std::string_view label, std::int64_t count,
                         std::string_view detail = {}) {
        put_text(rows, database);
        put_text(rows, state);
        put_number(rows, loaded, Type::int64);
        put_text(rows, what);
        put_text(rows, label);
        put_number(rows, count, Type::int64);
        put_text(rows, detail);
    };
    for (const Number& number : numbers) add(number.what, "", summary.totals.*number.member);
    if (summary.totals.first_date) add(first_date, "", summary.totals.first_date->number());
    if (summary.totals.last_date) add(last_date, "", summary.totals.last_date->number());
    add(text_index, "", summary.text_index_bytes);
    for (const Labels& each : labels)
        for (const LabelCount& row : summary.*each.member) add(each.what, row.label, row.count);
    for (const SourceRow& row : summary.sources) add(source, row.path, row.id + base, detail_of(row));
    if (loaded != 0) add("hash", hash(), 0);
    return rows;
}

std::string About::hash() const {
    ContentHasher hasher;
    hasher.add(rows(0));
    return hasher.hex();
}

Summary read_about(Server& server, const std::string& database, const Catalog& catalog) {
    std::map<std::string, std::string> states;  // by database
    std::string list;
    for (const ChunkRow& chunk : catalog.chunks) {
        if (chunk.games == 0 || states.contains(chunk.database)) continue;
        const std::string& state = states[chunk.database] = state_of(catalog, chunk.database);
        list += (list.empty() ? "" : ", ") + text_literal(state);
    }
    const std::string answer = server.ask(sql("about", {{"db", database}, {"states", list}}));
    std::map<std::string, std::int64_t> newest;  // by database
    Sum sum;
    for (RowReader reader(answer, server.name()); !reader.is_at_end();) {  // newest rows first
        const std::string about(reader.text()), state(reader.text());
        const std::int64_t loaded = reader.int64();
        const std::string_view what = reader.text(), label = reader.text();
        const std::int64_t count = reader.int64();
        const std::string_view detail = reader.text();
        const auto known = states.find(about);
        if (known == states.end() || known->second != state) continue;
        if (newest.try_emplace(about, loaded).first->second == loaded)
            sum.add(what, label, count, detail, server.name());
    }
    for (const auto& [about, state] : states)
        if (!newest.contains(about))
            throw StoreError(tr("{}: {} does not say what it contains", server.name(), about),
                             tr("its load did not come to its end: cofnod load ... {}", about));
    return sum.take();
}

}  // namespace cofnod::cluster
