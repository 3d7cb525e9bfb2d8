#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"

namespace cofnod::cli {

/// Whether a file that cofnod does not read is worth a message: all but hidden files, README and licence, checksums,
/// databases and CQL scripts. `path` begins below the folder or in the archive that was named.
bool may_hold_games(const std::string& path);

/// "scans: 100 files not read: 60 .pdf, 40 .jpg", with some of the names and what can be done. `names` is not empty;
/// `count` is how many there are, which may be more.
InputError unread_files(const std::string& place, std::vector<std::string> names, std::size_t count);

}  // namespace cofnod::cli
