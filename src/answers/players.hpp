#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "answers/writer.hpp"
#include "store/aliases.hpp"

namespace cofnod::answers {

/// A player: the main spelling, then the others, and their total number of games.
struct Player {
    std::vector<store::Spelling> spellings;
    std::int64_t games = 0;
};

/// Returns the players with these spellings: most games first, then in locale order.
std::vector<Player> players(std::vector<store::Spelling> spellings);

/// Declares the list of players: in CSV and TSV one row per spelling.
Answer<Player> player_list();

}  // namespace cofnod::answers
