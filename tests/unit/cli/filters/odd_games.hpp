#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cofnod::cli {

/// Writes files of about three thousand games with headers of all kinds: partial, unknown, misspelt, in several
/// alphabets. The output is always identical.
std::vector<std::string> write_odd_games(const std::filesystem::path& folder);

/// Spellings in these games, and the spelling that each player is known by.
inline const std::vector<std::pair<std::string, std::string>> odd_aliases = {
    {"Hughes, Sian", "Siân Hughes"}, {"غاري كاسباروف", "Kasparov, Gary"}, {"Kasparov,G", "Kasparov, Gary"}};

}  // namespace cofnod::cli
