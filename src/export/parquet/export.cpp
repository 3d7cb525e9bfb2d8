#include "export/parquet/export.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "export/parquet/chunk.hpp"
#include "export/parquet/parquet.hpp"
#include "games/chess/position.hpp"
#include "games/record/record.hpp"

namespace cofnod::parquet {

namespace fs = std::filesystem;

namespace {

void check_may_replace(const fs::path& path, bool overwrite, const fs::path& mark) {
    std::error_code error;
    const fs::file_type type = fs::status(path, error).type();
    if (type == fs::file_type::not_found) return;
    if (type != fs::file_type::directory)
        throw UsageError(tr("{}: is not a folder", path.string()), tr("name a new folder"));
    if (fs::is_empty(path, error) && !error) return;
    if (!fs::exists(path / mark, error))
        throw UsageError(tr("{}: this folder has other files", path.string()), tr("name a new folder"));
    if (!overwrite) throw UsageError(tr("{}: already exists", path.string()), tr("--overwrite replaces it"));
}

}  // namespace

NewFolder::NewFolder(fs::path path, bool overwrite, const fs::path& mark) : name_(std::move(path)) {
    if (!name_.has_filename()) name_ = name_.parent_path();  // "games/"
    check_may_replace(name_, overwrite, mark);
    part_ = free_name(name_, ".part");
    std::error_code error;
    if (!fs::create_directory(part_, error))
        throw InputError(fmt::format("{}: {}", name_.string(), system_message(error)),
                         tr("choose a folder that you may write to"));
}

NewFolder::~NewFolder() {
    std::error_code ignored;
    if (!part_.empty()) fs::remove_all(part_, ignored);
}

void NewFolder::finish() {
    std::error_code error;
    fs::path old;
    if (fs::exists(name_, error)) {
        old = free_name(name_, ".old");
        fs::rename(name_, old, error);
    }
    if (!error) fs::rename(part_, name_, error);
    if (error) throw LimitError(fmt::format("{}: {}", name_.string(), system_message(error)), tr("is the disk full?"));
    part_.clear();
    if (!old.empty()) fs::remove_all(old, error);
}

namespace {

using Json = nlohmann::ordered_json;

void write_file(const std::filesystem::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) throw LimitError(tr("{}: cannot be written", path.string()), tr("is the disk full?"));
}

bool is_of(const ParquetFolder::File& file, const Table& table) {
    return file.name.starts_with(std::string(table.name) + "/");
}

/// Calls `each` for each table that has files.
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

/// Writes the description of an export: schema.json for programs, README.md for people. Throws LimitError if writing
/// fails.
void describe(const ExportOptions& options, const ExportSummary& summary, const std::filesystem::path& folder) {
    write_file(folder / "README.md", readme_text(options, summary));
    write_file(folder / schema_file, schema_text(options, summary));
}

namespace {

class Exporter {
public:
    Exporter(store::Store& store, const ExportOptions& options, const std::filesystem::path& folder)
        : options_(options),
          reader_(store, options.choice),
          chunk_(options.choice),
          folder_(folder, metadata(), options.program),
          chunk_rows_(table(TableId::chunk)) {
        if (options.choice.has(TableId::position))
            reader_.take_records([this](std::int64_t id, const GameRecord& record) {
                options_.for_each_position(id, record, [&](const PositionRow& row) { chunk_.add_position(id, row); });
            });
    }

    void add(std::int64_t id) {
        const auto game = reader_.read(id);
        if (!game) return;
        chunk_.add(*game);
        ++games_;
        if (chunk_.is_full()) write_chunk();
    }
    /// Writes the games added so far, and begins a partition for those that follow.
    void begin_partition(std::string partition) {
        write_chunk();
        folder_.set_partition(std::move(partition));
    }
    ExportSummary finish() {
        write_chunk();
        folder_.set_partition("");
        folder_.begin(chunk_rows_.table(), 1, "");
        folder_.write(chunk_rows_);
        folder_.end();
        return {games_, folder_.files()};
    }

private:
    void write_chunk() {
        if (!chunk_.is_empty())
            chunk_.write(++chunks_, {options_.program, key_versions(), packing_versions()}, folder_, chunk_rows_);
    }

    const ExportOptions& options_;
    SourceReader reader_;
    Chunk chunk_;
    ParquetFolder folder_;
    Batch chunk_rows_;
    std::int64_t games_ = 0, chunks_ = 0;
};

/// Adds the games by year; those without a year come first, in "year=0".
void add_by_year(store::Store& store, const ForEachId& for_each_id, Exporter& exporter) {
    std::vector<std::pair<int, std::int64_t>> games;
    store::DateReader dates(store);
    for_each_id([&](std::int64_t id) {
        const auto date = dates.of(id);
        games.emplace_back(date ? date->year() : 0, id);
    });
    std::sort(games.begin(), games.end());
    int year = -1;
    for (const auto& [year_here, id] : games) {
        if (year_here != year) exporter.begin_partition("year=" + std::to_string(year_here));
        year = year_here;
        exporter.add(id);
    }
}

}  // namespace

ExportSummary export_parquet(store::Store& store, const ForEachId& for_each_id, const ExportOptions& options,
                             const std::filesystem::path& folder) {
    Exporter exporter(store, options, folder);
    if (options.by_year)
        add_by_year(store, for_each_id, exporter);
    else
        for_each_id([&](std::int64_t id) { exporter.add(id); });
    ExportSummary summary = exporter.finish();
    describe(options, summary, folder);
    return summary;
}

}  // namespace cofnod::parquet
