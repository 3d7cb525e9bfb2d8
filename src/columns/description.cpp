#include "columns/description.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "chess/position.hpp"
#include "columns/versions.hpp"

namespace cofnod::columns {

namespace {

using Json = nlohmann::ordered_json;

void write_file(const std::filesystem::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) throw LimitError(say("{}: cannot be written", path.string()), say("is the disk full?"));
}

bool is_of(const ParquetFolder::File& file, const Table& table) {
    return file.name.starts_with(std::string(table.name) + "/");
}

/// Calls `each` with the tables that have files.
template <typename Each>
void for_each_written(const ExportSummary& summary, Each each) {
    for (const Table& table : tables()) {
        std::int64_t rows = 0;
        bool is_there = false;
        for (const ParquetFolder::File& file : summary.files) {
            if (!is_of(file, table)) continue;
            rows += file.rows;
            is_there = true;
        }
        if (is_there) each(table, rows);
    }
}

std::string schema_text(const ExportOptions& options, const ExportSummary& summary) {
    Json schema;
    schema["program"] = options.program;
    for (const auto& [key, value] : metadata()) schema[key] = value;
    for_each_written(summary, [&](const Table& table, std::int64_t rows) {
        Json columns = Json::array(), order = Json::array(), files = Json::array();
        for (const Column& column : table.columns)
            columns.push_back({{"name", column.name}, {"type", name_of(column.type)}, {"about", column.about}});
        for (std::size_t i = 0; i < table.ordered_by; ++i) order.push_back(table.columns[i].name);
        for (const ParquetFolder::File& file : summary.files)
            if (is_of(file, table)) files.push_back({{"name", file.name}, {"rows", file.rows}, {"bytes", file.bytes}});
        schema["tables"].push_back({{"name", table.name},
                                    {"about", table.about},
                                    {"rows", rows},
                                    {"order", order},
                                    {"columns", columns},
                                    {"files", files}});
    });
    return schema.dump(2) + "\n";
}

constexpr std::string_view introduction = R"(# Games as columns

Tables in Parquet files, written by {}. Any engine that reads Parquet reads them.
No value is NULL: an unknown integer is 0, an unknown real number NaN, an unknown text is empty.

```sql
-- DuckDB, in this folder: what was played after 1. e4, by the key that
--   cofnod tree games.db --after "1. e4" --json
-- shows, and with what success
SELECT move, count(*) AS games, avg(CASE result WHEN 1 THEN 1 WHEN 2 THEN 0 WHEN 3 THEN 0.5 END) AS score
FROM 'pos/**/*.parquet'
WHERE key = unhex('{:016x}')::BIT::BIGINT AND move > 0 AND again <> 1
GROUP BY move ORDER BY games DESC;
```

)";

/// Returns the position after 1. e4.
chess::Position example() {
    chess::Position position = chess::Position::initial();
    position.play(chess::Move::ordinary(*chess::Square::parse("e2"), *chess::Square::parse("e4")));
    return position;
}

std::string readme_text(const ExportOptions& options, const ExportSummary& summary) {
    std::string text = fmt::format(introduction, options.program, example().key());
    for_each_written(summary, [&](const Table& table, std::int64_t rows) {
        text += fmt::format("## {}: {}\n\nA row is {}. Ordered by", table.name,
                            counted(static_cast<std::uint64_t>(rows), "{} row", "{} rows"), table.about);
        for (std::size_t i = 0; i < table.ordered_by; ++i)
            text += fmt::format("{} `{}`", i > 0 ? "," : "", table.columns[i].name);
        text += " in each file.\n\n| column | type | meaning |\n|---|---|---|\n";
        for (const Column& column : table.columns)
            text += fmt::format("| {} | {} | {} |\n", column.name, name_of(column.type), column.about);
        text += "\n";
    });
    text.pop_back();
    return text;
}

}  // namespace

void describe(const ExportOptions& options, const ExportSummary& summary, const std::filesystem::path& folder) {
    write_file(folder / "README.md", readme_text(options, summary));
    write_file(folder / schema_file, schema_text(options, summary));
}

}  // namespace cofnod::columns
