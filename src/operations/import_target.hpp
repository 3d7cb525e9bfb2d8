#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "index/extractor.hpp"
#include "index/upkeep.hpp"
#include "operations/host.hpp"
#include "operations/import.hpp"
#include "store/game_writer.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

/// The database of an import and its index; created when the first file proves readable.
class ImportTarget {
public:
    ImportTarget(const ImportOptions& options, const ReadingSetup& reading, Progress& progress);

    store::GameWriter& writer();
    /// Returns the database for another writer; commits first.
    store::Store& store();
    /// Commits pending writes.
    void commit() {
        if (writer_) writer_->commit();
    }
    [[nodiscard]] bool is_open() const { return writer_.has_value(); }
    /// A source of an earlier import, and other files with the same content.
    struct Known {
        store::SourceRow source;
        std::vector<store::SourceCopy> copies;

        [[nodiscard]] bool has(const std::string& path) const;
    };
    /// Returns the source with that content, for dry runs; nullptr if there is none, or if it has another format and no
    /// games.
    [[nodiscard]] const Known* known_source(const std::string& content_hash, const std::string& format) const;

    /// Returns true if an import has read all of a source with this content.
    [[nodiscard]] bool has_all_of(const std::string& content_hash);
    /// Returns the database with what earlier imports found; nullptr: there is none.
    [[nodiscard]] store::Store* store_to_compare() { return store_ ? &*store_ : nullptr; }
    /// Returns the sources that earlier imports read from this path, or from a copy there.
    [[nodiscard]] const std::vector<store::SourceRow>& sources_of(const std::string& path);

    /// Call before writing a game of `ply_count` plies. Commits and indexes earlier games once they fill a segment, so
    /// that a killed import leaves at most one segment of games unindexed.
    void expect(std::uint32_t ply_count);
    /// Keeps the line of a written game for the index.
    void keep(std::int64_t id, const GameRecord& game, const PlayedLine& line) {
        if (options_.index) played_.add(id, game.moves, line);
    }
    /// Indexes committed games that are not yet indexed. Returns nullopt if no index is requested or there is no
    /// database.
    std::optional<index::Upkeep> update_index();

private:
    void open();
    void look_for_known_sources();

    const ImportOptions& options_;
    const ReadingSetup& reading_;
    Progress& progress_;
    std::optional<store::Store> store_;
    std::optional<store::GameWriter> writer_;
    std::map<std::string, Known> known_;                                           ///< by hash, for dry runs
    std::optional<std::map<std::string, std::vector<store::SourceRow>>> by_path_;  ///< nullopt: not yet asked for
    std::int64_t positions_ = 0;  ///< number since the last index update
    index::PlayedGames played_;   ///< the corresponding games
    index::Upkeep upkeep_;
};

struct ImportOptions;

/// Imports the games of a database into another, entirely or not at all: with their sources, texts, problems,
/// corrections, deleted games, collections and linked duplicates, appended to the existing games. A source that already
/// exists is skipped except for the collections of its games. A new database gets its name only when the merge is
/// complete. Reports each source. Throws InputError if the database cannot be read, and Cancelled on request; nothing
/// is changed then.
void merge_database(const std::string& path, const ImportOptions& options, ImportTarget& target, const Host& host,
                    ImportReport& report);

}  // namespace cofnod::operations
