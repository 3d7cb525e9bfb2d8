#include "store/segments.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "store/connection.hpp"
#include "store/interruption.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"
#include "store/stored_values.hpp"
#include "store/tag_scan.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

struct TableNames {
    std::string_view table;
    Sql insert, read, erase, list;
};

constexpr std::array<TableNames, segment_table_count> tables = {{
    {"position_few", Sql::insert_position_few, Sql::read_position_few, Sql::delete_position_few,
     Sql::list_position_few},
    {"pawns_few", Sql::insert_pawns_few, Sql::read_pawns_few, Sql::delete_pawns_few, Sql::list_pawns_few},
    {"position_shared", Sql::insert_position_shared, Sql::read_position_shared, Sql::delete_position_shared,
     Sql::list_position_shared},
    {"position_games", Sql::insert_position_games, Sql::read_position_games, Sql::delete_position_games,
     Sql::list_position_games},
    {"segment_column", Sql::insert_segment_column, Sql::read_segment_column, Sql::delete_segment_column,
     Sql::list_segment_column},
    {"material", Sql::insert_material, Sql::read_material, Sql::delete_material, Sql::list_material},
}};

constexpr std::int64_t most_parts = std::int64_t{1} << 32;

std::int64_t part_id(std::int64_t segment, std::uint32_t number) { return segment * most_parts + number; }
std::int64_t last_part_id(std::int64_t segment) { return part_id(segment, most_parts - 1); }

void add_to_count(Connection& connection, std::string_view table, std::int64_t rows) {
    if (rows != 0) Statement(connection, Sql::add_to_count).with(table, rows).run();
}

/// Returns false for a forged id, whose parts would belong to another segment.
bool has_parts(std::int64_t segment) { return segment > 0 && segment < most_segments; }

void delete_parts(Connection& connection, std::int64_t segment) {
    if (!has_parts(segment)) return;
    for (const std::int64_t id : {segment, id_of_lines(segment)})
        for (const TableNames& names : tables) {
            Statement(connection, names.erase).with(part_id(id, 0), last_part_id(id)).run();
            add_to_count(connection, names.table, -connection.changed_rows());
        }
}

std::vector<Statement> by_table(const Store& store, Sql TableNames::*query) {
    std::vector<Statement> statements;
    for (const TableNames& names : tables) statements.emplace_back(store.connection(), names.*query);
    return statements;
}

}  // namespace

std::vector<SegmentRow> segments(const Store& store) {
    Statement segment(store.connection(), Sql::read_segments);
    std::vector<SegmentRow> rows = all_rows_by_id(segment, [](const Statement& row) {
        return SegmentRow{
            row.integer(0),     row.integer(1), row.integer(2), row.integer(3), static_cast<int>(row.integer(4)),
            row.integer(5) != 0};
    });
    std::ranges::sort(rows, {}, &SegmentRow::first_game);
    return rows;
}

ChangedGames changed_games(const Store& store) {
    return all_rows_by_id(Statement(store.connection(), Sql::read_changed_games).with(), [](const Statement& row) {
        return ChangedGame{row.integer(0), row.integer(1) != 0};
    });
}

std::span<const ChangedGame> changed_in(const ChangedGames& changed, const SegmentRow& segment) {
    const auto first = std::ranges::lower_bound(changed, segment.first_game, {}, &ChangedGame::id);
    const auto end = std::ranges::upper_bound(changed, segment.last_game, {}, &ChangedGame::id);
    return first < end ? std::span(first, end) : std::span<const ChangedGame>();
}

void forget_changes(Store& store, std::int64_t first, std::int64_t last) {
    Statement(store.connection(), Sql::forget_changed_games).with(first, last, nullptr).run();
}

void forget_changes_outside_segments(Store& store) {
    Statement(store.connection(), Sql::forget_changes_outside_segments).run();
}

void for_each_segment_game(const Store& store, std::int64_t first, std::int64_t last,
                           const std::function<void(const SegmentGame&)>& each) {
    TagScan(store, {}, TagScan::With::games).for_each_game(first, last, each);
}

std::optional<GameIds> game_ids(const Store& store) {
    Statement row(store.connection(), Sql::read_game_ids);
    if (!row.step() || row.is_null(0)) return std::nullopt;
    return GameIds{row.integer(0), row.integer(1)};
}

std::optional<std::int64_t> next_game_id(const Store& store, std::int64_t id) {
    return Statement(store.connection(), Sql::read_next_game_id).with(id).first_integer();
}

void for_each_ply_count(const Store& store, std::int64_t first, std::int64_t last,
                        const std::function<void(std::int64_t, std::int64_t)>& each) {
    Statement row(store.connection(), Sql::read_ply_counts);
    for_each_row(row.with(first, last), 0, [&] { each(row.integer(0), row.integer(1)); }, {first, last});
}

std::string_view name_of(SegmentTable table) { return tables[static_cast<std::size_t>(table)].table; }

SegmentWriter::SegmentWriter(Store& store) : store_(store), inserts_(by_table(store, &TableNames::insert)) {}

void SegmentWriter::begin(const SegmentRow& row) {
    Connection& connection = store_.connection();
    Statement(connection, Sql::insert_segment)
        .with(row.first_game, row.last_game, row.positions, row.bucket_bits)
        .run();
    segment_ = connection.last_insert_id();
    add_to_count(connection, "segment", 1);
    delete_parts(connection, segment_);  // left over from a segment whose row was lost
}

void SegmentWriter::begin_lines() { segment_ = id_of_lines(segment_); }

void SegmentWriter::add(SegmentTable table, std::uint32_t number, std::string_view content) {
    const auto i = static_cast<std::size_t>(table);
    inserts_[i].with(part_id(segment_, number), Blob{content}).run();
    ++rows_[i];
}

void SegmentWriter::finish() {
    for (std::size_t i = 0; i < tables.size(); ++i) add_to_count(store_.connection(), tables[i].table, rows_[i]);
}

void delete_segment(Store& store, std::int64_t segment) {
    Connection& connection = store.connection();
    delete_parts(connection, segment);
    Statement(connection, Sql::delete_segment).with(segment).run();
    add_to_count(connection, "segment", -connection.changed_rows());
}

SegmentReader::SegmentReader(const Store& store) : store_(store), reads_(by_table(store, &TableNames::read)) {}

std::string_view SegmentReader::read(SegmentTable table, std::int64_t segment, std::uint32_t number) {
    Statement& row = reads_[static_cast<std::size_t>(table)];
    return row.with(part_id(segment, number)).step() ? row.blob(0) : std::string_view();
}

void SegmentReader::for_each_number(SegmentTable table, std::int64_t segment,
                                    const std::function<void(std::uint32_t)>& each) {
    Statement row(store_.connection(), tables[static_cast<std::size_t>(table)].list);
    const std::int64_t first = part_id(segment, 0), last = last_part_id(segment);
    const auto read = [&] { each(static_cast<std::uint32_t>(row.integer(0) % most_parts)); };
    for_each_row(row.with(first, last), 0, read, {first, last});
}

PromisedSegment::PromisedSegment(Store& store, std::int64_t first_game, std::int64_t last_game)
    : store_(store), first_game_(first_game), last_game_(last_game) {
    std::random_device random;
    mark_ = -1 - static_cast<std::int64_t>(std::uint64_t{random()} << 16 ^ random());
    Transaction transaction(store.connection(), Makes::part);
    // No two segments begin with the same game, and the segment to be replaced may still exist.
    const std::vector<SegmentRow> rows = segments(store);
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        if (row->first_game == first_game) --first_game;
    Statement(store.connection(), Sql::mark_changed_games).with(first_game_, last_game_, mark_).run();
    Statement(store.connection(), Sql::promise_segment).with(first_game, last_game, mark_).run();
    id_ = store.connection().last_insert_id();
    add_to_count(store.connection(), "segment", 1);
    transaction.commit();
}

PromisedSegment::~PromisedSegment() {
    if (store_.connection().in_transaction()) return;  // the one that stores its replacement
    try {
        if (!state()) return;
        Transaction transaction(store_.connection(), Makes::part);
        Statement(store_.connection(), Sql::take_promise_back).with(id_, mark_).run();
        add_to_count(store_.connection(), "segment", -store_.connection().changed_rows());
        transaction.commit();
    } catch (const Error&) {  // the next segment of one of its games replaces it
    } catch (const Interrupted&) {
    }
}

bool PromisedSegment::is_kept() const { return state() == 2; }

void PromisedSegment::forget_changes() const {
    Statement(store_.connection(), Sql::forget_changed_games).with(first_game_, last_game_, mark_).run();
}

std::optional<std::int64_t> PromisedSegment::state() const {
    return Statement(store_.connection(), Sql::promised_segment).with(id_, mark_).first_integer();
}

}  // namespace cofnod::store
