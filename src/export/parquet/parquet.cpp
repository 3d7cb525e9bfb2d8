#include "export/parquet/parquet.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/record/with_game.hpp"
#include "index/bits.hpp"

namespace cofnod::parquet {

/// Writes structures in Thrift's compact protocol, which the metadata of Parquet is in. Fields are given by their
/// numbers, in ascending order. Source: thrift, doc/specs/thrift-compact-protocol.md.
///
///     ThriftWriter thrift(bytes);
///     thrift.number(1, 2).text(6, "cofnod");
///     thrift.begin_list(2, ThriftWriter::structure, 1).begin_item().number(3, 0).end_struct();
///     thrift.end_struct();
class ThriftWriter {
public:
    enum Kind : std::uint8_t {
        true_value = 1,
        false_value,
        byte,
        int16,
        int32,
        int64,
        real,
        binary,
        list,
        set,
        map,
        structure
    };

    /// Starts a structure at the end of the bytes.
    explicit ThriftWriter(std::string& bytes) : bytes_(bytes) {}

    ThriftWriter& number(int field, std::int64_t value, Kind kind = int32) {
        begin_field(field, kind);
        if (kind != byte) return item(value);
        put_byte(static_cast<std::uint8_t>(value));
        return *this;
    }
    ThriftWriter& truth(int field, bool value) {
        begin_field(field, value ? true_value : false_value);
        return *this;
    }
    ThriftWriter& text(int field, std::string_view value) {
        begin_field(field, binary);
        return item(value);
    }
    ThriftWriter& begin_struct(int field) {
        begin_field(field, structure);
        return begin_item();
    }
    /// Ends the innermost structure.
    ThriftWriter& end_struct() {
        put_byte(0);
        last_fields_.pop_back();
        return *this;
    }
    /// Starts a list; its items follow: item(), or begin_item() for structures.
    ThriftWriter& begin_list(int field, Kind kind, std::size_t size) {
        begin_field(field, list);
        constexpr std::size_t long_list = 15;
        put_byte(static_cast<std::uint8_t>((size < long_list ? size : long_list) << 4 | kind));
        if (size >= long_list) varint::put(bytes_, size);
        return *this;
    }
    ThriftWriter& item(std::int64_t value) {
        varint::put(bytes_, varint::zigzag(value));
        return *this;
    }
    ThriftWriter& item(std::string_view value) {
        varint::put(bytes_, value.size());
        bytes_ += value;
        return *this;
    }
    ThriftWriter& begin_item() {
        last_fields_.push_back(0);
        return *this;
    }

private:
    void put_byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }
    void begin_field(int field, Kind kind) {
        const int step = field - last_fields_.back();
        put_byte(static_cast<std::uint8_t>((step <= 15 ? step : 0) << 4 | kind));
        if (step > 15) item(std::int64_t{field});
        last_fields_.back() = field;
    }

    std::string& bytes_;
    std::vector<int> last_fields_ = {0};  ///< last field number of each open structure
};

namespace {

constexpr std::size_t block_size = 128, miniblocks = 4, miniblock_size = block_size / miniblocks;

/// Writes the low `width` bits of a value. Requires value < 2^width and width <= 64.
void put(index::BitWriter& writer, std::uint64_t value, unsigned width) {
    constexpr unsigned most = 32;  // bits per call
    writer.put(value & 0xFFFF'FFFF, std::min(width, most));
    if (width > most) writer.put(value >> most, width - most);
}

}  // namespace

void put_deltas(std::string& bytes, std::span<const std::int64_t> numbers, unsigned width) {
    varint::put(bytes, block_size);
    varint::put(bytes, miniblocks);
    varint::put(bytes, numbers.size());
    varint::put(bytes, varint::zigzag(numbers.empty() ? 0 : numbers.front()));

    // Differences wrap around at the width of the type.
    const unsigned unused = 64 - width;
    const auto wrapped = [&](std::uint64_t value) { return static_cast<std::int64_t>(value << unused) >> unused; };
    std::array<std::int64_t, block_size> deltas;
    for (std::size_t begin = 1; begin < numbers.size(); begin += block_size) {
        const std::size_t count = std::min(block_size, numbers.size() - begin);
        for (std::size_t i = 0; i < count; ++i)
            deltas[i] = wrapped(static_cast<std::uint64_t>(numbers[begin + i]) -
                                static_cast<std::uint64_t>(numbers[begin + i - 1]));
        const std::int64_t least = *std::min_element(deltas.begin(), deltas.begin() + count);
        std::fill(deltas.begin() + count, deltas.end(), least);
        varint::put(bytes, varint::zigzag(least));

        const std::uint64_t mask = ~std::uint64_t{0} >> unused;
        const auto excess = [&](std::int64_t delta) {
            return (static_cast<std::uint64_t>(delta) - static_cast<std::uint64_t>(least)) & mask;
        };
        std::array<unsigned, miniblocks> widths{};
        for (std::size_t i = 0; i < block_size; ++i)
            widths[i / miniblock_size] =
                std::max(widths[i / miniblock_size], static_cast<unsigned>(std::bit_width(excess(deltas[i]))));
        for (const unsigned bits : widths) bytes += static_cast<char>(bits);
        index::BitWriter writer(bytes);  // a miniblock is a whole number of words
        for (std::size_t i = 0; i < block_size; ++i) put(writer, excess(deltas[i]), widths[i / miniblock_size]);
        writer.finish();
    }
}

namespace {

static_assert(std::endian::native == std::endian::little);

/// Appends bits, the first one lowest in its byte; the last byte is filled with zeros.
template <typename BitAt>
void put_bits(std::string& bytes, std::size_t count, const BitAt& bit_at) {
    constexpr std::size_t bits_a_byte = 8;
    for (std::size_t begin = 0; begin < count; begin += bits_a_byte) {
        unsigned byte = 0;
        for (std::size_t i = begin; i < std::min(begin + bits_a_byte, count); ++i)
            byte |= static_cast<unsigned>(bit_at(i)) << (i - begin);
        bytes += static_cast<char>(byte);
    }
}

void put_size(std::string& bytes, std::size_t size) {
    const auto number = static_cast<std::uint32_t>(size);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

void put_levels(std::string& bytes, const std::vector<bool>& is_known, std::size_t first, std::size_t count) {
    std::string run;
    if (count == 0) return put_size(bytes, 0);
    const std::size_t groups = (count + 7) / 8;
    varint::put(run, groups << 1 | 1);  // 1: a bit-packed run
    put_bits(run, count, [&](std::size_t i) { return is_known[first + i]; });
    put_size(bytes, run.size());
    bytes += run;
}

namespace {

constexpr std::string_view magic = "PAR1";
constexpr std::size_t page_size = std::size_t{1} << 20;  ///< a page ends when it reaches this size
constexpr std::size_t longest_bound = 64;                ///< maximum length of texts in the statistics, in bytes
constexpr int zstd_level = 3;

// Numbers from parquet.thrift.
enum PhysicalType { type_boolean = 0, type_int32 = 1, type_int64 = 2, type_double = 5, type_byte_array = 6 };
enum ConvertedType { converted_utf8 = 0, converted_int8 = 15 };
enum Encoding { encoding_plain = 0, encoding_rle = 3, encoding_delta = 5 };
enum Codec { codec_zstd = 6 };
enum Repetition { required = 0, optional = 1 };

PhysicalType physical(Type type) {
    if (type == Type::real) return type_double;
    if (type == Type::boolean) return type_boolean;
    if (!is_integer(type)) return type_byte_array;
    return type == Type::int64 ? type_int64 : type_int32;
}
int bits_of(Type type) { return 8 << static_cast<int>(type); }

/// Minimum and maximum of a column in a row group, as bytes; omitted unless known.
struct Bounds {
    std::string least, most;
    bool are_known = false;
};

struct ColumnChunk {
    std::int64_t offset = 0, bytes = 0, packed_bytes = 0, nulls = 0;
    Bounds bounds{};
};

struct RowGroup {
    std::int64_t rows = 0;
    std::vector<ColumnChunk> columns{};
};

std::string bytes_of(std::int64_t value, Type type) {
    return {reinterpret_cast<const char*>(&value), type == Type::int64 ? 8U : 4U};
}

Bounds bounds_of(const Values& values, Type type) {
    if (values.numbers.empty() && values.ends.empty()) return {};
    if (is_integer(type)) {
        const auto [least, most] = std::minmax_element(values.numbers.begin(), values.numbers.end());
        return {bytes_of(*least, type), bytes_of(*most, type), true};
    }
    if (type != Type::text) return {};  // NaN has no order; blobs and booleans are not compared
    std::string_view least = values.text(0), most = least;
    for (std::size_t i = 1; i < values.ends.size(); ++i) {
        const std::string_view text = values.text(i);
        least = std::min(least, text);
        most = std::max(most, text);
    }
    if (std::max(least.size(), most.size()) > longest_bound) return {};
    return {std::string(least), std::string(most), true};
}

struct ZstdFree {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

}  // namespace

struct ParquetWriter::State {
    std::ostream& out;
    const Table& table;
    Metadata metadata;
    std::string program;
    std::unique_ptr<ZSTD_CCtx, ZstdFree> zstd{ZSTD_createCCtx()};
    std::int64_t offset = 0;  ///< bytes written
    std::int64_t rows = 0;
    std::vector<RowGroup> groups{};
    std::string page{}, packed{};

    void put(std::string_view bytes) {
        // cppcheck-suppress invalidFunctionArg ; nothing may be written
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        offset += static_cast<std::int64_t>(bytes.size());
    }

    /// Writes `page`, which holds the known values of `count` rows from `first` on.
    void put_page(const Values& values, std::size_t first, std::size_t count, Encoding encoding, ColumnChunk& column) {
        if (!values.is_known.empty()) {
            std::string levels;
            put_levels(levels, values.is_known, first, count);
            page.insert(0, levels);
        }
        packed.resize(ZSTD_compressBound(page.size()));
        const std::size_t size =
            ZSTD_compressCCtx(zstd.get(), packed.data(), packed.size(), page.data(), page.size(), zstd_level);
        if (ZSTD_isError(size)) throw std::bad_alloc();  // the only failure with a buffer of this size
        packed.resize(size);

        const auto crc = static_cast<std::uint32_t>(
            crc32_z(0, reinterpret_cast<const unsigned char*>(packed.data()), packed.size()));
        std::string header;
        ThriftWriter(header)
            .number(1, 0)  // data page
            .number(2, static_cast<std::int64_t>(page.size()))
            .number(3, static_cast<std::int64_t>(packed.size()))
            .number(4, static_cast<std::int32_t>(crc))
            .begin_struct(5)
            .number(1, static_cast<std::int64_t>(count))
            .number(2, encoding)
            .number(3, encoding_rle)  // definition levels, which required columns do not have
            .number(4, encoding_rle)  // repetition levels, which no column has
            .end_struct()
            .end_struct();
        put(header);
        put(packed);
        column.bytes += static_cast<std::int64_t>(header.size() + page.size());
        column.packed_bytes += static_cast<std::int64_t>(header.size() + packed.size());
        page.clear();
    }

    void put_column(const Values& values, Type type, std::size_t row_count, ColumnChunk& column) {
        if (is_integer(type)) {
            put_deltas(page, values.numbers, type == Type::int64 ? 64 : 32);
            return put_page(values, 0, row_count, encoding_delta, column);
        }
        if (type == Type::real) {
            page.append(reinterpret_cast<const char*>(values.numbers.data()), values.numbers.size() * sizeof(double));
            return put_page(values, 0, row_count, encoding_plain, column);
        }
        if (type == Type::boolean) {
            put_bits(page, values.numbers.size(), [&](std::size_t i) { return values.numbers[i] != 0; });
            return put_page(values, 0, row_count, encoding_plain, column);
        }
        std::size_t first = 0, next = 0;
        for (std::size_t row = 0; row < row_count; ++row) {
            if (values.is_known.empty() || values.is_known[row]) {
                const std::string_view text = values.text(next++);
                put_size(page, text.size());
                page += text;
            }
            if (page.size() < page_size && row + 1 < row_count) continue;
            put_page(values, first, row + 1 - first, encoding_plain, column);
            first = row + 1;
        }
    }

    void put_schema(ThriftWriter& thrift) const {
        thrift.begin_list(2, ThriftWriter::structure, table.columns.size() + 1);
        thrift.begin_item().text(4, table.name).number(5, static_cast<std::int64_t>(table.columns.size())).end_struct();
        for (const Column& column : table.columns) {
            thrift.begin_item().number(1, physical(column.type));
            thrift.number(3, column.is_optional ? optional : required).text(4, column.name);
            if (column.type == Type::text) {
                thrift.number(6, converted_utf8).begin_struct(10).begin_struct(1).end_struct().end_struct();
            } else if (is_integer(column.type)) {
                thrift.number(6, converted_int8 + static_cast<int>(column.type));
                thrift.begin_struct(10).begin_struct(10);
                thrift.number(1, bits_of(column.type), ThriftWriter::byte).truth(2, true);
                thrift.end_struct().end_struct();
            }
            thrift.end_struct();
        }
    }

    void put_column_metadata(ThriftWriter& thrift, const Column& column, const ColumnChunk& chunk,
                             std::int64_t row_count) const {
        const Encoding encoding = is_integer(column.type) ? encoding_delta : encoding_plain;
        thrift.begin_item().number(2, chunk.offset, ThriftWriter::int64).begin_struct(3);
        thrift.number(1, physical(column.type));
        thrift.begin_list(2, ThriftWriter::int32, 2).item(encoding).item(encoding_rle);
        thrift.begin_list(3, ThriftWriter::binary, 1).item(column.name);
        thrift.number(4, codec_zstd)
            .number(5, row_count, ThriftWriter::int64)
            .number(6, chunk.bytes, ThriftWriter::int64)
            .number(7, chunk.packed_bytes, ThriftWriter::int64)
            .number(9, chunk.offset, ThriftWriter::int64);
        thrift.begin_struct(12).number(3, chunk.nulls, ThriftWriter::int64);
        if (chunk.bounds.are_known) thrift.text(5, chunk.bounds.most).text(6, chunk.bounds.least);
        thrift.end_struct().end_struct().end_struct();
    }

    void put_group(ThriftWriter& thrift, const RowGroup& group, std::size_t number) const {
        thrift.begin_item().begin_list(1, ThriftWriter::structure, group.columns.size());
        std::int64_t bytes = 0, packed_bytes = 0;
        for (std::size_t i = 0; i < group.columns.size(); ++i) {
            put_column_metadata(thrift, table.columns[i], group.columns[i], group.rows);
            bytes += group.columns[i].bytes;
            packed_bytes += group.columns[i].packed_bytes;
        }
        thrift.number(2, bytes, ThriftWriter::int64).number(3, group.rows, ThriftWriter::int64);
        thrift.begin_list(4, ThriftWriter::structure, table.ordered_by);
        for (std::size_t i = 0; i < table.ordered_by; ++i)
            thrift.begin_item().number(1, static_cast<std::int64_t>(i)).truth(2, false).truth(3, false).end_struct();
        thrift.number(5, group.columns.front().offset, ThriftWriter::int64)
            .number(6, packed_bytes, ThriftWriter::int64)
            .number(7, static_cast<std::int64_t>(number), ThriftWriter::int16)
            .end_struct();
    }
};

ParquetWriter::ParquetWriter(std::ostream& out, const Table& table, Metadata metadata, std::string program)
    // cppcheck-suppress accessMoved ; it names the member
    : state_(new State{.out = out, .table = table, .metadata = std::move(metadata), .program = std::move(program)}) {
    state_->put(magic);
}
ParquetWriter::~ParquetWriter() = default;

void ParquetWriter::write(const Batch& batch) {
    if (batch.rows() == 0) return;
    RowGroup& group = state_->groups.emplace_back();
    group.rows = static_cast<std::int64_t>(batch.rows());
    state_->rows += group.rows;
    for (std::size_t i = 0; i < state_->table.columns.size(); ++i) {
        const Type type = state_->table.columns[i].type;
        const Values& values = batch.column(i);
        ColumnChunk& column = group.columns.emplace_back();
        column.offset = state_->offset;
        column.bounds = bounds_of(values, type);
        column.nulls = std::ranges::count(values.is_known, false);
        state_->put_column(values, type, batch.rows(), column);
    }
}

void ParquetWriter::finish() {
    std::string footer;
    ThriftWriter thrift(footer);
    thrift.number(1, 2);  // format version
    state_->put_schema(thrift);
    thrift.number(3, state_->rows, ThriftWriter::int64);
    thrift.begin_list(4, ThriftWriter::structure, state_->groups.size());
    for (std::size_t i = 0; i < state_->groups.size(); ++i) state_->put_group(thrift, state_->groups[i], i);
    thrift.begin_list(5, ThriftWriter::structure, state_->metadata.size());
    for (const auto& [key, value] : state_->metadata) thrift.begin_item().text(1, key).text(2, value).end_struct();
    thrift.text(6, state_->program);
    // Each column has the order of its type; without this, readers ignore the statistics.
    thrift.begin_list(7, ThriftWriter::structure, state_->table.columns.size());
    for (std::size_t i = 0; i < state_->table.columns.size(); ++i)
        thrift.begin_item().begin_struct(1).end_struct().end_struct();
    thrift.end_struct();
    put_size(footer, footer.size());
    state_->put(footer);
    state_->put(magic);
}

void ParquetFolder::begin(const Table& table, std::int64_t chunk, std::string_view part) {
    const std::filesystem::path name =
        std::filesystem::path(table.name) / partition_ / part / fmt::format("{:04}.parquet", chunk);
    std::error_code ignored;
    std::filesystem::create_directories((folder_ / name).parent_path(), ignored);
    files_.push_back({name.generic_string(), 0, 0});
    out_.open(folder_ / name, std::ios::binary | std::ios::trunc);
    writer_.emplace(out_, table, metadata_, program_);
}

void ParquetFolder::write(const Batch& batch) {
    files_.back().rows += static_cast<std::int64_t>(batch.rows());
    writer_->write(batch);
}

void ParquetFolder::end() {
    writer_->finish();
    writer_.reset();
    files_.back().bytes = static_cast<std::uint64_t>(out_.tellp());
    out_.close();
    if (!out_) throw LimitError(tr("{}: cannot be written", files_.back().name), tr("is the disk full?"));
}

namespace {

/// Returns the versions with this index in RecordedGame::versions.
std::string versions(std::size_t index) {
    std::string list;
    each_game([&](auto game) {
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", decltype(game)::name, decltype(game)::versions[index]);
    });
    return list;
}

}  // namespace

std::string key_versions() { return versions(0); }
std::string packing_versions() { return versions(1); }

Metadata metadata() {
    return {{"cofnod.schema", schema_version}, {"cofnod.keys", key_versions()}, {"cofnod.packing", packing_versions()}};
}

}  // namespace cofnod::parquet
