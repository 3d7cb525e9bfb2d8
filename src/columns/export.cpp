#include "columns/export.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "columns/description.hpp"
#include "columns/versions.hpp"
#include "game/record.hpp"
#include "notation/languages.hpp"
#include "pgn/writer.hpp"
#include "store/aliases.hpp"
#include "store/statistics.hpp"

namespace cofnod::columns {

namespace {

class Exporter {
public:
    Exporter(store::Store& store, const ExportOptions& options, const std::filesystem::path& folder)
        : options_(options),
          reader_(store),
          chunk_(options.choice),
          folder_(folder, metadata(), options.program),
          chunk_rows_(table(TableId::chunk)) {
        for (const store::Spelling& spelling : store::aliases(store)) known_as_[spelling.name] = spelling.known_as;
        for (store::OpeningRow& opening : store::openings(store)) openings_[opening.id] = std::move(opening);
    }

    void add(std::int64_t id) {
        const auto header = reader_.header(id);
        if (!header) return;  // deleted meanwhile
        pgn_.clear();
        if (options_.choice.has(TableId::record) || options_.choice.has(TableId::position)) add_record(id);
        const auto moves = reader_.moves(id);
        if (!moves) return;
        const store::OpeningRow& opening = openings_[header->opening.value_or(0)];
        chunk_.add({*header, *moves, person(header->white), person(header->black), opening.eco, opening.name, pgn_});
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
    void add_record(std::int64_t id) {
        const auto record = reader_.read(id);
        if (!record) return;
        if (options_.choice.has(TableId::record)) pgn::write(*record, {.language = &languages_.english()}, pgn_);
        if (options_.choice.has(TableId::position))
            options_.for_each_position(id, *record, [&](const PositionRow& row) { chunk_.add_position(id, row); });
    }
    void write_chunk() {
        if (!chunk_.is_empty())
            chunk_.write(++chunks_, {options_.program, key_versions(), packing_versions()}, folder_, chunk_rows_);
    }
    [[nodiscard]] std::string_view person(const std::string& name) const {
        const auto found = known_as_.find(name);
        return found == known_as_.end() ? std::string_view(name) : found->second;
    }

    const ExportOptions& options_;
    const notation::Languages languages_ = notation::Languages::built_in();
    store::GameReader reader_;
    Chunk chunk_;
    ParquetFolder folder_;
    Batch chunk_rows_;
    std::unordered_map<std::string, std::string> known_as_;
    std::unordered_map<std::int64_t, store::OpeningRow> openings_;  ///< by id; 0: none
    std::string pgn_;
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
