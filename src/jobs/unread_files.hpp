#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"

namespace cofnod::jobs {

/// Returns true if skipping a file deserves a message: all but hidden files, README and licence, checksums, databases
/// and CQL scripts. `path` is relative to the folder or archive that was given.
bool may_hold_games(const std::string& path);

/// True for a hidden file, a file in a hidden folder, and a backup.
bool is_hidden(const std::string& path);

/// Returns "3 files passed over by their names: LICENSE, README.md, x.sha256". `names` is not empty.
std::string passed_over(std::vector<std::string> names);

/// Returns "scans: 100 files not read: 60 .pdf, 40 .jpg" with some of the names and a remedy. `names` is not empty;
/// `count`, the number of files, may be larger.
InputError unread_files(const std::string& place, std::vector<std::string> names, std::size_t count);

}  // namespace cofnod::jobs
