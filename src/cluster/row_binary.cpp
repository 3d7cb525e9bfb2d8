#include "cluster/row_binary.hpp"

#include <cassert>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "export/parquet/table.hpp"
#include "games/record/with_game.hpp"
#include "store/record_bytes.hpp"

namespace cofnod::cluster {

namespace {

/// Number of bytes after which the rows of a table are sent; a server makes one part of them.
constexpr std::size_t bytes_a_part = std::size_t{64} << 20;

/// Maximum number of columns in rows that are appended in one piece.
constexpr std::size_t most_numbers = 16;

std::size_t width_of(parquet::Type type) { return std::size_t{1} << static_cast<unsigned>(type); }

}  // namespace

void RowReader::fail() const {
    throw StoreError(tr("{}: the answer is not what was asked for", server_),
                     tr("is this a server of ClickHouse, with the tables of this version of cofnod?"));
}

std::int64_t RowReader::number(parquet::Type type) {
    const std::size_t width = width_of(type);
    assert(width > 0);
    if (rest_.size() < width) fail();
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < width; ++i) bits |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << 8 * i;
    rest_.remove_prefix(width);
    const auto unused = static_cast<unsigned>(64 - 8 * width);
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::string_view RowReader::text() {
    const auto size = varint::take(rest_);
    if (!size || *size > rest_.size()) fail();
    const std::string_view text = rest_.substr(0, *size);
    rest_.remove_prefix(*size);
    return text;
}

void put_number(std::string& bytes, std::int64_t number, parquet::Type type) {
    static_assert(std::endian::native == std::endian::little);
    bytes.append(reinterpret_cast<const char*>(&number), width_of(type));
}

void put_text(std::string& bytes, std::string_view text) {
    varint::put(bytes, text.size());
    bytes += text;
}

RowBinarySink::RowBinarySink(std::size_t shards, Send send) : rows_(shards), send_(std::move(send)) {
    constexpr std::size_t usual_batch = std::size_t{4} << 20;  // capacity beyond a part
    for (std::string& rows : rows_) rows.reserve(bytes_a_part + usual_batch);
}

void RowBinarySink::begin(const parquet::Table& table, std::int64_t, std::string_view) {
    table_ = &table;
    const auto is_id = [](const parquet::Column& column) { return column.name == "id" || column.name == "game"; };
    id_column_ = static_cast<std::size_t>(std::ranges::find_if(table.columns, is_id) - table.columns.begin());
    widths_.clear();
    for (const parquet::Column& column : table.columns)
        if (parquet::is_integer(column.type)) widths_.push_back(width_of(column.type));
    has_numbers_alone_ = widths_.size() == table.columns.size() && widths_.size() <= most_numbers;
}

void RowBinarySink::write(const parquet::Batch& batch) {
    for (std::size_t row = 0; row < batch.rows(); ++row) {
        const std::int64_t id = batch.column(id_column_).numbers[row];
        std::string& rows = rows_[static_cast<std::size_t>(id / games_a_run) % rows_.size()];
        if (has_numbers_alone_)
            put_numbers(batch, row, rows);
        else
            put_row(batch, row, rows);
    }
    flush(bytes_a_part);
}

/// Appends a row that has only numbers in one piece.
void RowBinarySink::put_numbers(const parquet::Batch& batch, std::size_t row, std::string& rows) const {
    std::array<char, most_numbers * sizeof(std::int64_t)> bytes;
    std::size_t size = 0;
    for (std::size_t i = 0; i < table_->columns.size(); ++i) {
        std::memcpy(&bytes[size], &batch.column(i).numbers[row], sizeof(std::int64_t));  // least significant byte first
        size += widths_[i];
    }
    rows.append(bytes.data(), size);
}

void RowBinarySink::put_row(const parquet::Batch& batch, std::size_t row, std::string& rows) const {
    for (std::size_t i = 0; i < table_->columns.size(); ++i)
        if (parquet::is_integer(table_->columns[i].type))
            put_number(rows, batch.column(i).numbers[row], table_->columns[i].type);
        else
            put_text(rows, batch.column(i).text(row));
}

void RowBinarySink::flush(std::size_t least) {
    for (std::size_t shard = 0; shard < rows_.size(); ++shard) {
        if (rows_[shard].size() < least) continue;
        send_(*table_, shard, rows_[shard]);
        rows_[shard].clear();
    }
}

void RowBinarySink::end() { flush(1); }

namespace {

struct GameColumn {
    std::string_view name;
    void (*read)(RowReader& reader, parquet::Type type, GameRow& row);
};

template <auto member>
void take_text(RowReader& reader, parquet::Type, GameRow& row) {
    row.header.*member = reader.text();
}
template <auto member>
void take_row_text(RowReader& reader, parquet::Type, GameRow& row) {
    row.*member = reader.text();
}
template <auto member>
void take_number(RowReader& reader, parquet::Type type, GameRow& row) {
    const std::int64_t number = reader.number(type);
    using Number = std::remove_reference_t<decltype(row.header.*member)>;
    if (number < 0) reader.fail();
    row.header.*member = static_cast<Number>(number);
}
template <auto member>
void take_elo(RowReader& reader, parquet::Type type, GameRow& row) {
    const std::int64_t number = reader.number(type);
    if (number > 0) row.header.*member = number;
}
template <auto member, int count>
void take_word(RowReader& reader, parquet::Type type, GameRow& row) {
    const std::int64_t number = reader.number(type);
    if (number < 0 || number >= count) reader.fail();
    using Word = std::remove_reference_t<decltype(row.header.*member)>;
    row.header.*member = static_cast<Word>(number);
}

using store::GameHeader;

constexpr GameColumn game_row[] = {
    {"id", take_number<&GameHeader::id>},
    {"kind",
     [](RowReader& reader, parquet::Type type, GameRow& row) {
         const auto kind = kind_with_number(reader.number(type));
         if (!kind) reader.fail();
         row.header.kind = *kind;
     }},
    {"state", take_word<&GameHeader::state, 3>},
    {"white", take_text<&GameHeader::white>},
    {"black", take_text<&GameHeader::black>},
    {"event", take_text<&GameHeader::event>},
    {"site", take_text<&GameHeader::site>},
    {"date",
     [](RowReader& reader, parquet::Type type, GameRow& row) {
         const auto number = static_cast<std::int32_t>(reader.number(type));
         if (number >= 0) row.header.date = store::PartialDate::from_number(number);
     }},
    {"round", take_text<&GameHeader::round>},
    {"result", take_word<&GameHeader::result, 4>},
    {"white_elo", take_elo<&GameHeader::white_elo>},
    {"black_elo", take_elo<&GameHeader::black_elo>},
    {"eco", take_text<&GameHeader::eco>},
    {"plies", take_number<&GameHeader::ply_count>},
    {"notation", take_text<&GameHeader::notation>},
    {"source", take_text<&GameHeader::source>},
    {"citation", take_row_text<&GameRow::citation>},
    {"number", take_number<&GameHeader::number>},
    {"line", take_number<&GameHeader::line>},
    {"work", [](RowReader& reader, parquet::Type type, GameRow& row) { row.work = reader.number(type); }},
    {"start", take_row_text<&GameRow::start>},
    {"moves", take_row_text<&GameRow::moves>},
};

}  // namespace

std::string game_columns() {
    std::string names;
    for (const GameColumn& column : game_row) names.append(names.empty() ? "" : ", ").append(column.name);
    return names;
}

GameRow read_game_row(RowReader& reader) {
    static const std::vector<parquet::Type> types = [] {
        std::vector<parquet::Type> found;
        const auto columns = parquet::table(parquet::TableId::game).columns;
        for (const GameColumn& column : game_row)
            found.push_back(std::ranges::find(columns, column.name, &parquet::Column::name)->type);
        return found;
    }();
    GameRow row;
    for (std::size_t i = 0; i < std::size(game_row); ++i) game_row[i].read(reader, types[i], row);
    return row;
}

WholeRow read_whole_row(RowReader& reader) {
    WholeRow row;
    row.game = reader.int64();
    row.is_annotated = reader.number(parquet::Type::int8) != 0;
    row.charset = reader.text();
    row.databases = reader.text();
    row.record = store::former_game_from(reader.text()).record;
    return row;
}

}  // namespace cofnod::cluster
