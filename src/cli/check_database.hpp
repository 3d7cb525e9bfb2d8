#pragma once

#include <cstdint>
#include <string>

#include "cli/progress.hpp"
#include "cli/streams.hpp"
#include "index/upkeep.hpp"

namespace cofnod::cli {

/// Asks SQLite whether the file is whole, and replays every game: as many plies, and the same last position, as its row
/// says. With `deep` every segment of the position index is made once more, and held against what is stored. Tells what
/// is wrong on `out`, the summary on `err`; the result is the number of faults. Throws LimitError where a segment takes
/// more memory than it is given, after all else has been looked at.
struct DatabaseCheckOptions {
    bool deep = false;
    index::Resources resources;
};
std::uint64_t check_database(const std::string& path, const DatabaseCheckOptions& options, Progress& progress,
                             Streams& io);

}  // namespace cofnod::cli
