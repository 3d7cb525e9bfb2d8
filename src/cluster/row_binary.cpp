#include "cluster/row_binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "base/varint.hpp"

namespace cofnod::cluster {

namespace {

/// Rows of a table are sent when they have this many bytes: a server makes one part of them.
constexpr std::size_t bytes_a_part = std::size_t{64} << 20;

std::size_t width_of(columns::Type type) { return std::size_t{1} << static_cast<unsigned>(type); }

}  // namespace

void RowReader::fail() const {
    throw StoreError(fmt::format("{}: the answer is not what was asked for", server_),
                     "is this a server of ClickHouse, with the tables of this version of cofnod?");
}

std::int64_t RowReader::number(columns::Type type) {
    const std::size_t width = width_of(type);
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

void put_number(std::string& bytes, std::int64_t number, columns::Type type) {
    static_assert(std::endian::native == std::endian::little);
    bytes.append(reinterpret_cast<const char*>(&number), width_of(type));
}

void put_text(std::string& bytes, std::string_view text) {
    varint::put(bytes, text.size());
    bytes += text;
}

void RowBinarySink::begin(const columns::Table& table, std::int64_t, std::string_view) {
    table_ = &table;
    const auto is_id = [](const columns::Column& column) { return column.name == "id" || column.name == "game"; };
    id_column_ = static_cast<std::size_t>(std::ranges::find_if(table.columns, is_id) - table.columns.begin());
}

void RowBinarySink::write(const columns::Batch& batch) {
    const auto& columns = table_->columns;
    for (std::size_t row = 0; row < batch.rows(); ++row) {
        const std::int64_t id = batch.column(id_column_).numbers[row];
        std::string& rows = rows_[static_cast<std::size_t>(id / games_a_run) % rows_.size()];
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns::is_integer(columns[i].type))
                put_number(rows, batch.column(i).numbers[row], columns[i].type);
            else
                put_text(rows, batch.column(i).text(row));
    }
    flush(bytes_a_part);
}

void RowBinarySink::flush(std::size_t least) {
    for (std::size_t shard = 0; shard < rows_.size(); ++shard) {
        if (rows_[shard].size() < least) continue;
        send_(*table_, shard, rows_[shard]);
        rows_[shard].clear();
    }
}

void RowBinarySink::end() { flush(1); }

}  // namespace cofnod::cluster
