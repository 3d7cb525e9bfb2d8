#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "jobs/reading.hpp"

namespace cofnod::cli {

struct RejectsOptions {
    std::string database;
    std::optional<std::int64_t> id;     ///< the whole text of this game
    bool all = false;                   ///< also notes and complete games
    std::string export_folder;          ///< for the texts, one file each
    bool retry = false;                 ///< read the texts again
    bool dry_run = false;               ///< of a retry
    jobs::ReadingOptions reading = {};  ///< of a retry
    OutputFormat format = OutputFormat::automatic;
};

/// Lists the incomplete and rejected games and their problems; prints or exports their texts; reads them again.
int run_rejects(const RejectsOptions& options, Streams& io);

}  // namespace cofnod::cli
