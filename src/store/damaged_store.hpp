#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "store/corrections.hpp"
#include "store/full_text.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

/// Row-by-row reading of a whole database, to copy or salvage it: unreadable rows are skipped and reported. The file is
/// not written to.
namespace cofnod::store {

/// Range of ids whose rows, if any, are unreadable.
struct LostRows {
    std::int64_t first = 0, last = 0;
};

struct SavedSource {
    SourceRow row;
    std::string citation;
    std::int64_t batch = 0;
};

struct SavedGame {
    std::int64_t id = 0;
    std::optional<std::int64_t> source;  ///< nullopt: unknown; the span is then meaningless
    std::uint64_t number = 0;            ///< in its source, from 1
    GameRecord record;                   ///< as read by GameReader, minus losses; moves are not validated
    bool kind_is_known = true;
    std::vector<std::string> losses;  ///< "its comments", "the name of White"
};

struct SavedAlias {
    std::string name, known_as;
};

struct SavedCorrection {
    Correction correction;
    std::string packed_record;  ///< complete
};

struct SavedCollection {
    std::int64_t id = 0;
    std::string name;
    std::string question;  ///< empty: it holds games
};
struct SavedCollectedGame {
    std::int64_t collection = 0, game = 0;
};

/// Place of a game in its source.
struct SavedPlace {
    std::int64_t source = 0;
    std::uint64_t byte = 0;
};

/// Reads a damaged database of any known schema version. Rows of each table are visited in the order of their ids;
/// unreadable stretches are reported to `lost`.
class DamagedStore {
public:
    using Lost = std::function<void(LostRows)>;

    enum class Condition : std::uint8_t {
        damaged,  ///< opened in any condition, as long as there is a table of games
        sound,    ///< opened as by Store, earlier releases included; read from one snapshot
    };
    /// Throws StoreError if it cannot be opened.
    explicit DamagedStore(const std::filesystem::path& path, Condition condition = Condition::damaged);
    ~DamagedStore();
    DamagedStore(const DamagedStore&) = delete;
    DamagedStore& operator=(const DamagedStore&) = delete;

    /// Returns the first fault that SQLite's integrity check finds; nullopt if there is none.
    [[nodiscard]] std::optional<std::string> first_fault() const;
    /// Estimated number of games.
    [[nodiscard]] std::int64_t expected_games() const;

    void for_each_source(const std::function<void(SavedSource)>& each, const Lost& lost);
    void for_each_source_copy(const std::function<void(SourceCopy)>& each, const Lost& lost);
    void for_each_batch(const std::function<void(std::int64_t id, SavedBatch)>& each, const Lost& lost);
    /// Visits the games of one source, or (nullopt) those of unknown source. Call after for_each_source.
    void for_each_game(std::optional<std::int64_t> source, const std::function<void(SavedGame)>& each,
                       const Lost& lost);
    /// Returns the place of a game; nullopt if there is no such game, or its source is unknown.
    [[nodiscard]] std::optional<SavedPlace> place_of(std::int64_t game);
    void for_each_alias(const std::function<void(SavedAlias)>& each, const Lost& lost);
    void for_each_witness(const std::function<void(Witness)>& each, const Lost& lost);
    void for_each_deleted_game(const std::function<void(DeletedGame)>& each, const Lost& lost);
    void for_each_correction(const std::function<void(SavedCorrection)>& each, const Lost& lost);
    void for_each_collection(const std::function<void(SavedCollection)>& each, const Lost& lost);
    void for_each_collected_game(const std::function<void(SavedCollectedGame)>& each, const Lost& lost);
    void for_each_separator(const std::function<void(Separator)>& each, const Lost& lost);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::store
