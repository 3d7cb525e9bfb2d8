#pragma once

#include <cstdint>
#include <string>

#include "cli/streams.hpp"

namespace cofnod::cli {

bool is_database(const std::string& path);

/// Asks SQLite whether the file is whole, and replays every game: as many plies, and the same last position, as its row
/// says. Tells what is wrong on `out`, the summary on `err`; the result is the number of faults.
std::uint64_t check_database(const std::string& path, Streams& io);

}  // namespace cofnod::cli
