#include "columns/export.hpp"

#include <algorithm>
#include <utility>

#include "columns/description.hpp"
#include "columns/source_reader.hpp"
#include "columns/versions.hpp"
#include "game/record.hpp"

namespace cofnod::columns {

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
    /// Writes what was added so far, and puts what follows into a partition.
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

/// Adds the games year by year; those without one first, in "year=0".
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

}  // namespace cofnod::columns
