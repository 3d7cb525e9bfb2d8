#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct RejectsOptions {
    std::string database;
    std::optional<std::int64_t> id;  ///< the whole text of this one game
    bool all = false;                ///< notes too, and those of complete games
    OutputFormat format = OutputFormat::automatic;
};

/// The games that are not whole, and why.
int run_rejects(const RejectsOptions& options, Streams& io);

}  // namespace cofnod::cli
