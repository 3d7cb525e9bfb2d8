#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jobs/check_database.hpp"
#include "jobs/host.hpp"
#include "jobs/tally.hpp"

namespace cofnod::jobs {

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
    std::uint64_t problems = 0;       ///< problems of games and faults of databases
    bool some_without_games = false;  ///< a file contained no games
};

/// Reports every problem of files of games, and the faults of databases.
CheckSummary check_files(const CheckOptions& options, const ReadingSetup& reading, const CheckResults& results,
                         const Host& host);

}  // namespace cofnod::jobs
