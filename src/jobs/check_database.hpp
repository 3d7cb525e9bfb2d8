#pragma once

#include <cstdint>
#include <string>

#include "index/upkeep.hpp"
#include "jobs/host.hpp"

namespace cofnod::jobs {

struct DatabaseCheckOptions {
    bool deep = false;
    index::Resources resources = {};
};

struct DatabaseCheck {
    std::uint64_t games = 0, plies = 0;  ///< replayed
    std::uint64_t segments = 0;          ///< index segments compared
    std::uint64_t faults = 0;
    std::uint64_t index_faults = 0;   ///< those that rebuilding the index repairs
    std::uint64_t memory_needed = 0;  ///< bytes; nonzero if a segment was not checked for lack of memory
};

/// Runs SQLite's own checks and replays every game: its plies and last position must agree with its row. With `deep`
/// every segment of the position index is rebuilt and compared with the one stored. Findings go to the reporter.
DatabaseCheck check_database(const std::string& path, const DatabaseCheckOptions& options, const Host& host);

/// Throws the LimitError for a check with `memory_needed`.
[[noreturn]] void throw_too_large(const std::string& path, const DatabaseCheck& check);

}  // namespace cofnod::jobs
