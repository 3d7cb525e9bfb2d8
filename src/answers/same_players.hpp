#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/writer.hpp"
#include "curation/spelling_pairs.hpp"
#include "store/store.hpp"

namespace cofnod::answers {

/// A player's games, as far as they bear on who it is.
struct Career {
    std::string name;  ///< main spelling
    std::int64_t games = 0;
    std::optional<std::int64_t> first_year, last_year;
    std::optional<std::int64_t> lowest_elo, highest_elo;
};

/// Two players who may be one, with the evidence.
struct SamePlayer {
    std::int64_t score = 0;  ///< 0 to 100
    Career player;           ///< the one with more games
    Career other;
    curation::NameLikeness likeness = curation::NameLikeness::none;
    std::int64_t common_opponents = 0;
    std::string reasons;  ///< for and against, in words
};

struct SamePlayers {
    std::vector<SamePlayer> pairs;
    std::size_t names_left_out = 0;  ///< SpellingPairs::names_left_out
};

/// Returns the players who are likely one person under two spellings, best first; if `part` is not empty, those of
/// which one has it in its name. Never suggests players who met, or whose games lie more than 80 years apart.
SamePlayers same_players(const store::Store& store, std::string_view part);

/// Declares their list.
Answer<SamePlayer> same_player_list();

}  // namespace cofnod::answers
