#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cofnod::cli {

/// Writes files of some three thousand games whose headers are in all the ways that headers are: partial, unknown,
/// misspelt, in several alphabets. Always the same.
std::vector<std::string> write_odd_games(const std::filesystem::path& folder);

/// A spelling in these games, and the spelling that the player is known by.
inline const std::vector<std::pair<std::string, std::string>> odd_aliases = {
    {"Hughes, Sian", "Siân Hughes"}, {"غاري كاسباروف", "Kasparov, Gary"}, {"Kasparov,G", "Kasparov, Gary"}};

}  // namespace cofnod::cli
