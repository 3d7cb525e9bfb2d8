#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "importers/import.hpp"

namespace cofnod::cli {

struct RejectsOptions {
    std::string database;
    std::optional<std::int64_t> id;  ///< the whole text of this one game
    bool all = false;                ///< notes too, and those of complete games
    std::string export_folder;       ///< write the texts there, a file each
    bool retry = false;              ///< read the texts once more
    bool dry_run = false;            ///< of a retry
    importers::Format from = importers::Format::detect;
    std::string from_notation, prefer_notation;
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

/// The games that are not whole, and why; their texts; another try at them.
int run_rejects(const RejectsOptions& options, Streams& io);

}  // namespace cofnod::cli
