#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace cofnod::faults {

/// Writes some files of games into a folder, made from samples: as they are, twice, one behind the other, damaged, cut
/// short, and sometimes one that is long enough to be committed in parts.
std::vector<std::string> write_files(const std::filesystem::path& samples, const std::filesystem::path& folder,
                                     std::mt19937& random);

}  // namespace cofnod::faults
