#pragma once

#include <cstdint>
#include <string>

#include "cli/command.hpp"
#include "jobs/reading_options.hpp"
#include "jobs/retry.hpp"

namespace cofnod::cli {

/// Returns the message for texts that the import did not keep.
std::string no_text_left(std::uint64_t games);

/// Reads the kept texts again, and prints the games that can be read further.
int retry_rejects(const jobs::RetryOptions& options, const jobs::ReadingOptions& reading, OutputFormat format,
                  Streams& io);

}  // namespace cofnod::cli
