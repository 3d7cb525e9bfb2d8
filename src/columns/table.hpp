#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// Tables of games as columns, for engines that read columns: Parquet files, ClickHouse. All integers are signed, for
/// some engines have no others; no value is NULL.
namespace cofnod::columns {

enum class Type : std::uint8_t { int8, int16, int32, int64, real, text, blob };

constexpr bool is_integer(Type type) { return type <= Type::int64; }

struct Column {
    std::string_view name;
    Type type;
    std::string_view about;
};

struct Table {
    std::string_view name;
    std::size_t ordered_by;  ///< rows of a file ascend by its first columns, as many as these
    std::string_view about;
    std::span<const Column> columns;
};

/// A table of tables.def, in its order.
enum class TableId : std::uint8_t {
#define TABLE(name, ordered_by, about) name,
#define COLUMN(name, type, about)
#include "columns/tables.def"
#undef TABLE
#undef COLUMN
};

const Table& table(TableId id);

/// Returns all tables, in the order of TableId.
std::span<const Table> tables();

/// Returns the name of a type: "int64", "text".
std::string_view name_of(Type type);

}  // namespace cofnod::columns
