#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"

namespace cofnod::jobs {

/// Returns true if a file that cofnod does not read is worth a message: all but hidden files, README and licence,
/// checksums, databases and CQL scripts. `path` is relative to the folder or archive that was named.
bool may_hold_games(const std::string& path);

/// Returns "scans: 100 files not read: 60 .pdf, 40 .jpg" with some of the names and what can be done. `names` is not
/// empty; `count` is the number of files, which may be larger.
InputError unread_files(const std::string& place, std::vector<std::string> names, std::size_t count);

}  // namespace cofnod::jobs
