#include "export/parquet/table.hpp"

#include <array>
#include <vector>

namespace cofnod::parquet {

namespace {

/// Line of tables.def: a table, or a column if the table has no name.
struct Line {
    Table table;
    Column column;
};

constexpr Line lines[] = {
#define TABLE(name, ordered_by, about) {{#name, ordered_by, about, {}}, {}},
#define COLUMN(name, type, about) {{}, {#name, Type::type, about}},
#include "export/parquet/tables.def"
#undef TABLE
#undef COLUMN
};

/// All tables, and the columns to which they refer.
struct Tables {
    std::vector<Column> columns;
    std::vector<Table> tables;

    Tables() {
        std::vector<std::size_t> ends;
        for (const Line& line : lines) {
            if (line.table.name.empty()) {
                columns.push_back(line.column);
                continue;
            }
            if (!tables.empty()) ends.push_back(columns.size());
            tables.push_back(line.table);
        }
        ends.push_back(columns.size());
        std::size_t begin = 0;
        for (std::size_t i = 0; i < tables.size(); ++i) {
            tables[i].columns = std::span(columns).subspan(begin, ends[i] - begin);
            begin = ends[i];
        }
    }
};

}  // namespace

std::span<const Table> tables() {
    static const Tables all;
    return all.tables;
}

const Table& table(TableId id) { return tables()[static_cast<std::size_t>(id)]; }

std::string_view name_of(Type type) {
    constexpr std::array<std::string_view, 8> names = {"int8", "int16", "int32", "int64",
                                                       "real", "text",  "blob",  "boolean"};
    return names[static_cast<std::size_t>(type)];
}

}  // namespace cofnod::parquet
