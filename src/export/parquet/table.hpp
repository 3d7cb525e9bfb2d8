#pragma once

#include <cassert>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Tables of games for column-oriented engines: Parquet files, ClickHouse. All integers are signed, as some engines
/// have no unsigned ones; no value of tables.def is NULL.
namespace cofnod::parquet {

enum class Type : std::uint8_t { int8, int16, int32, int64, real, text, blob, boolean };

constexpr bool is_integer(Type type) { return type <= Type::int64; }

struct Column {
    std::string_view name;
    Type type;
    std::string_view about;
    bool is_optional = false;  ///< some values are NULL
};

struct Table {
    std::string_view name;
    std::size_t ordered_by;  ///< number of leading columns by which the rows of a file are sorted
    std::string_view about;
    std::span<const Column> columns;
};

/// Tables in the order of tables.def.
enum class TableId : std::uint8_t {
#define TABLE(name, ordered_by, about) name,
#define COLUMN(name, type, about)
#include "export/parquet/tables.def"
#undef TABLE
#undef COLUMN
};

const Table& table(TableId id);

/// Returns all tables, in the order of TableId.
std::span<const Table> tables();

/// Returns the name of a type: "int64", "text".
std::string_view name_of(Type type);

/// Values of one column in some consecutive rows, without those that are NULL.
struct Values {
    std::vector<std::int64_t> numbers;  ///< for columns of integers or booleans; bits of real numbers
    std::string bytes;                  ///< of texts or blobs, concatenated
    std::vector<std::size_t> ends;      ///< end of each text or blob in `bytes`
    std::vector<bool> is_known;         ///< for an optional column, one a row: false if the value is NULL

    [[nodiscard]] std::string_view text(std::size_t index) const {
        const std::size_t begin = index == 0 ? 0 : ends[index - 1];
        return std::string_view(bytes).substr(begin, ends[index] - begin);
    }
};

/// A value of a column whose type is known at run time; nullptr: NULL.
using Cell = std::variant<std::nullptr_t, std::int64_t, double, std::string_view>;

/// Maximum size of a row group, the unit in which engines skip or read rows.
inline constexpr std::size_t rows_a_group = 1 << 17, bytes_a_group = std::size_t{32} << 20;

/// Consecutive rows of a table, stored by column. clear() keeps the memory for reuse.
class Batch {
public:
    explicit Batch(const Table& table) : table_(table), columns_(table.columns.size()) {}

    /// Adds a row, with one value per column, in order. Requires that no column is optional.
    template <typename... Cells>
    void add(const Cells&... cells) {
        assert(sizeof...(cells) == columns_.size());
        std::size_t column = 0;
        (add_cell(columns_[column++], cells), ...);
        ++rows_;
    }
    /// Sets a value of the row that end_row() ends. All columns need one, NULL only if they are optional.
    void set(std::size_t column, const Cell& cell) {
        Values& values = columns_[column];
        if (table_.columns[column].is_optional) values.is_known.push_back(cell.index() != 0);
        std::visit([&](const auto& value) { add_cell(values, value); }, cell);
    }
    void end_row() { ++rows_; }
    void clear() {
        for (Values& values : columns_) {
            values.numbers.clear();
            values.bytes.clear();
            values.ends.clear();
            values.is_known.clear();
        }
        rows_ = 0;
    }

    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] const Values& column(std::size_t i) const { return columns_[i]; }
    /// Returns the size of all texts and blobs in bytes.
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Values& values : columns_) sum += values.bytes.size();
        return sum;
    }
    /// Returns true if the rows are as many as a row group should have.
    [[nodiscard]] bool is_full() const { return rows_ >= rows_a_group || bytes() >= bytes_a_group; }

private:
    static void add_cell(Values&, std::nullptr_t) {}
    static void add_cell(Values& values, std::int64_t number) { values.numbers.push_back(number); }
    template <std::floating_point Real>
    static void add_cell(Values& values, Real number) {
        values.numbers.push_back(std::bit_cast<std::int64_t>(double{number}));
    }
    static void add_cell(Values& values, std::string_view text) {
        values.bytes += text;
        values.ends.push_back(values.bytes.size());
    }

    const Table& table_;
    std::vector<Values> columns_;
    std::size_t rows_ = 0;
};

/// Receives the rows of tables, in order.
class Sink {
public:
    virtual ~Sink() = default;
    /// Begins the rows of a chunk in a table. `part` is the name of their partition, or empty.
    virtual void begin(const Table& table, std::int64_t chunk, std::string_view part) = 0;
    virtual void write(const Batch& batch) = 0;
    virtual void end() = 0;
};

}  // namespace cofnod::parquet
