#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::jobs {

struct ReadingSetup;

struct RetryOptions {
    std::string database;
    std::optional<std::int64_t> id = {};  ///< this game only
    bool dry_run = false;
};

/// A game whose text can be read further than before.
struct Gain {
    store::GameHeader header;
    GameRecord before, now;
};

struct RetryReport {
    std::vector<Gain> gains;
    std::uint64_t tried = 0;
    std::uint64_t several = 0;       ///< texts that now contain several games
    std::uint64_t without_text = 0;  ///< games whose text was not kept
    std::uint64_t changed = 0;       ///< changed by another program since they were read
};

/// Reads the kept texts of incomplete and rejected games again. A game that can be read further is replaced.
RetryReport retry_rejects(const RetryOptions& options, const ReadingSetup& reading);

/// Returns the incomplete and rejected games in the order of their ids; with `id`, that one. Throws UsageError if it is
/// complete or does not exist.
std::vector<std::int64_t> faulty_games(store::Store& store, std::optional<std::int64_t> id);

}  // namespace cofnod::jobs
