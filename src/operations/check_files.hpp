#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "index/upkeep.hpp"
#include "operations/host.hpp"
#include "operations/tally.hpp"

namespace cofnod::operations {

struct DatabaseCheckOptions {
    bool deep = false;
    index::Resources resources = {};
};

struct DatabaseCheck {
    std::uint64_t games = 0, plies = 0;  ///< replayed
    std::uint64_t segments = 0;          ///< index segments compared
    std::uint64_t faults = 0;
    std::uint64_t index_faults = 0;   ///< faults that rebuilding the index repairs
    std::uint64_t memory_needed = 0;  ///< bytes; nonzero if a segment was not checked for lack of memory
};

/// Runs SQLite's own checks and replays every game, whose plies and last position must agree with its row. With `deep`,
/// rebuilds every segment of the position index and compares it with the stored one. Reports findings to the reporter.
DatabaseCheck check_database(const std::string& path, const DatabaseCheckOptions& options, const Host& host);

/// Throws the LimitError for a check with `memory_needed`.
[[noreturn]] void throw_too_large(const std::string& path, const DatabaseCheck& check);

struct ReadingSetup;

struct CheckOptions {
    std::vector<std::string> files;  ///< files, folders, "-", or databases
    bool faults_only = false;
    DatabaseCheckOptions database = {};
};

/// Receives the result of each file of games and each database, in order.
struct CheckResults {
    std::function<void(const std::string& source, const Tally& found)> source;
    std::function<void(const std::string& path, const DatabaseCheck& result)> database;
};

struct CheckSummary {
    std::uint64_t problems = 0;       ///< problems in games and faults in databases
    bool some_without_games = false;  ///< a file contained no games
};

/// Reports every problem in files of games, and the faults of databases.
CheckSummary check_files(const CheckOptions& options, const ReadingSetup& reading, const CheckResults& results,
                         const Host& host);

}  // namespace cofnod::operations
