#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "index/upkeep.hpp"
#include "jobs/host.hpp"

namespace cofnod::jobs {

struct SalvageOptions {
    std::string damaged;
    std::string database;  ///< the new one; must not exist
    index::Resources resources = {};
};

struct SalvageReport {
    std::int64_t games = 0;               ///< saved
    std::uint64_t losses = 0;             ///< reported as findings
    std::uint64_t games_with_losses = 0;  ///< saved in part
    std::vector<std::string> incomplete;  ///< paths of sources that lost something
};

/// Saves what can be read of a damaged database into a new one: every game with its id, source and texts. The damaged
/// file is not modified; the new one is removed if the job does not finish.
SalvageReport salvage(const SalvageOptions& options, const Host& host);

/// Throws UsageError if something of that name exists.
void require_new(const std::string& path);

/// Returns the files that a database consists of while it is written.
std::array<std::string, 4> database_files(const std::string& path);

}  // namespace cofnod::jobs
