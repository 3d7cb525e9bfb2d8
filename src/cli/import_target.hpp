#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "cli/import.hpp"
#include "cli/progress.hpp"
#include "cli/store_sink.hpp"
#include "index/upkeep.hpp"
#include "store/game_writer.hpp"
#include "store/statistics.hpp"

namespace cofnod::cli {

/// The database of an import, made when the first file turns out to be readable, and its index.
class ImportTarget {
public:
    ImportTarget(const ImportOptions& options, Progress& progress);

    store::GameWriter& writer();
    [[nodiscard]] bool is_open() const { return writer_.has_value(); }
    /// For a dry run: the games of that content, if it is there already.
    [[nodiscard]] std::optional<store::Counts> known_games(const std::string& content_hash) const;

    /// To be called before a game of so many plies is written: the games before it are committed and indexed when they
    /// fill a segment, so that an import that is killed leaves no more than one segment's worth of games without.
    void expect(std::uint32_t ply_count);
    /// Indexes what is committed and not indexed yet. nullopt: no index is wanted, or there is no database.
    std::optional<index::Upkeep> update_index();

private:
    void open();
    void look_for_known_sources();

    const ImportOptions& options_;
    Progress& progress_;
    std::optional<store::Store> store_;
    std::optional<store::GameWriter> writer_;
    std::map<std::string, store::SourceRow> known_;  ///< by its hash
    std::int64_t positions_ = 0;                     ///< since the index was brought up to date
    index::Upkeep upkeep_;
};

class ImportSink final : public StoreSink {
public:
    explicit ImportSink(ImportTarget& target) : StoreSink(target.writer()), target_(target) {}

    void add_game(GameRecord&& game) override {
        target_.expect(game.ply_count);
        StoreSink::add_game(std::move(game));
    }

private:
    ImportTarget& target_;
};

}  // namespace cofnod::cli
