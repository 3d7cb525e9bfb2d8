#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

/// Reading what can be read of a database that is damaged: row by row, past the rows that cannot be. Nothing is written
/// to its file.
namespace cofnod::store {

/// Ids that cannot be read; whether there is a row for each of them is not known.
struct LostRows {
    std::int64_t first = 0, last = 0;
};

struct SavedSource {
    SourceRow row;
    std::string citation;
};

struct SavedGame {
    std::int64_t id = 0;
    std::optional<std::int64_t> source;  ///< nullopt: which it was cannot be told, and the span says nothing
    std::uint64_t number = 0;            ///< in its source, from 1
    GameRecord record;                   ///< as GameReader gives it, but for what is lost; its moves are not looked at
    bool kind_is_known = true;
    std::vector<std::string> losses;  ///< "its comments", "the name of White"
};

struct SavedAlias {
    std::string name, known_as;
};

struct SavedWitness {
    std::int64_t work = 0, game = 0;
};

/// Of any schema version up to ours, whatever its header says. The rows of each table are walked in the order of their
/// ids; `lost` is told of the stretches that cannot be read.
class DamagedStore {
public:
    using Lost = std::function<void(LostRows)>;

    /// Throws StoreError where not even the table of games can be found.
    explicit DamagedStore(const std::filesystem::path& path);
    ~DamagedStore();
    DamagedStore(const DamagedStore&) = delete;
    DamagedStore& operator=(const DamagedStore&) = delete;

    /// About how many games there are.
    [[nodiscard]] std::int64_t expected_games() const;

    void for_each_source(const std::function<void(SavedSource)>& each, const Lost& lost);
    /// The games of one source; nullopt: those of which nobody knows it, after for_each_source.
    void for_each_game(std::optional<std::int64_t> source, const std::function<void(SavedGame)>& each,
                       const Lost& lost);
    void for_each_alias(const std::function<void(SavedAlias)>& each, const Lost& lost);
    void for_each_witness(const std::function<void(SavedWitness)>& each, const Lost& lost);
    void for_each_deleted_game(const std::function<void(DeletedGame)>& each, const Lost& lost);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::store
