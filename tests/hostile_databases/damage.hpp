#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

/// What can become of a database.
namespace cofnod::hostile {

using Random = std::mt19937_64;

/// Writes a damaged copy of the database `good` to `path`, and says in words what was done to it.
std::string write_damaged(const std::string& good, const std::filesystem::path& path, Random& random);

}  // namespace cofnod::hostile
