#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "index/upkeep.hpp"
#include "operations/host.hpp"
#include "store/damaged_store.hpp"
#include "store/game_writer.hpp"

namespace cofnod {

struct GameRecord;

}  // namespace cofnod

namespace cofnod::operations {

/// Replays a record from a damaged database and makes it storable: keeps the playable moves, and marks the game
/// incomplete if some are lost. Without `kind_is_known`, detects the kind of game by replaying. Returns the losses,
/// such as "its moves from ply 12 on".
std::vector<std::string> salvage_record(GameRecord& record, bool kind_is_known);

struct SalvageOptions {
    std::string damaged;
    std::string database;  ///< new database; must not exist
    index::Resources resources = {};
};

struct SalvageReport {
    std::int64_t games = 0;               ///< number saved
    std::uint64_t losses = 0;             ///< number reported as findings
    std::uint64_t games_with_losses = 0;  ///< number saved in part
    std::vector<std::string> incomplete;  ///< paths of sources with losses
};

/// Saves the readable part of a damaged database to a new one: every game with its id, source and texts. The damaged
/// file is not modified; the new one is removed if the operation does not finish.
SalvageReport salvage(const SalvageOptions& options, const Host& host);

/// Throws UsageError if the path exists.
void require_new(const std::string& path);

/// Returns the files that a database consists of while it is being written.
std::array<std::string, 4> database_files(const std::string& path);
/// Removes these files, as far as they exist.
void remove_database(const std::string& path);

/// Copies the games of a database into another, with their sources and the user's annotations and corrections. Base of
/// salvaging and merging, which choose the sources, assign ids and handle losses.
class DatabaseCopy {
public:
    virtual ~DatabaseCopy() = default;
    DatabaseCopy(const DatabaseCopy&) = delete;
    DatabaseCopy& operator=(const DatabaseCopy&) = delete;

protected:
    /// The result of copying a source.
    struct Copied {
        std::uint64_t games = 0;
        store::Counts counts;
        bool is_whole = true;
    };

    DatabaseCopy(store::DamagedStore& from, store::Store& to, const Host& host) : from_(from), to_(to), host_(host) {}

    virtual void lose(const std::string& what) = 0;
    /// Called for a collection that the copy cannot have: under its name it has another question, or games.
    virtual void leave_collection(const store::SavedCollection& collection) = 0;
    /// Returns the id of the next game; called in the order of the games of a source.
    virtual std::int64_t new_id(std::int64_t game) = 0;
    /// Returns the id in the copy of a game, which may be deleted; nullopt if it has none.
    virtual std::optional<std::int64_t> id_of(std::int64_t game) = 0;
    virtual void link_spellings(const store::SavedAlias& alias) = 0;
    virtual void copy_correction(store::SavedCorrection&& saved) = 0;
    virtual void copied_game(const store::SavedGame& game) = 0;

    std::vector<store::SavedSource> read_sources();
    void find_deleted_games();
    /// Returns the ids of deleted games of a source.
    [[nodiscard]] std::set<std::int64_t> deleted_games_of(std::int64_t source) const;
    /// Copies a source with its games. Returns false if anything was lost.
    bool copy_source(const store::SavedSource& source, store::GameWriter& writer);
    /// Reads the games of a source, or with nullopt those without one; reports losses.
    Copied read_games(std::optional<std::int64_t> source, const std::function<void(const store::SavedGame&)>& add);
    /// Copies aliases, linked duplicates, collections, deleted games, corrections and texts between games. Call it
    /// within a transaction, and finish_works() before the commit.
    void copy_curation();
    /// Skips the separators and deleted games of a source: the copy already has its content, as source `there`.
    void leave_out(std::int64_t source, std::int64_t there) {
        left_out_.insert(source);
        twins_[source] = there;
    }
    /// Returns the source in the copy with the content of a skipped source; nullopt for any other.
    [[nodiscard]] std::optional<std::int64_t> twin_of(std::int64_t source) const {
        const auto twin = twins_.find(source);
        return twin == twins_.end() ? std::nullopt : std::optional(twin->second);
    }

    store::DamagedStore& from_;
    store::Store& to_;
    Host host_;

private:
    /// Returns a function that reports lost rows of a table by their ids.
    std::function<void(store::LostRows)> lost_rows(const char* one, const char* several);
    void copy_works();
    void copy_collections();
    void copy_deleted_games();
    void copy_separators();
    void copy_source_copies();

    /// Returns the batch of a source in the copy; 0 if it is lost.
    std::int64_t copy_batch(std::int64_t batch, store::GameWriter& writer);

    std::map<std::int64_t, std::int64_t> new_source_;  ///< by old id
    std::map<std::int64_t, store::SavedBatch> batches_;
    std::map<std::int64_t, std::int64_t> new_batch_;  ///< by old id
    std::set<std::int64_t> left_out_;                 ///< skipped sources
    std::map<std::int64_t, std::int64_t> twins_;      ///< sources in the copy, by the old ids of the skipped ones
    std::vector<store::DeletedGame> deleted_;
    std::set<std::string> hashes_;
};

}  // namespace cofnod::operations
