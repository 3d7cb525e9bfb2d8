#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "answers/writer.hpp"
#include "store/aliases.hpp"

namespace cofnod::answers {

/// A player: the spelling known, then the others, and the games of all.
struct Player {
    std::vector<store::Spelling> spellings;
    std::int64_t games = 0;
};

/// Returns the players whose names have `part` in them: most games first, then in the order of the reader's language.
std::vector<Player> players(const store::Store& store, std::string_view part);

/// Declares the list of players: in CSV and TSV a row each spelling.
Answer<Player> player_list();

}  // namespace cofnod::answers
