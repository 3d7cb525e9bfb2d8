#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/statistics.hpp"
#include "store/store.hpp"

/// Player aliases: several spellings of one player. Games keep the spelling of their source; searches follow the alias.
namespace cofnod::store {

struct Spelling {
    std::int64_t player = 0;
    std::string name;
    std::int64_t person = 0;  ///< canonical player; `player` itself if not an alias
    std::string known_as;     ///< canonical name; empty if not an alias
    std::int64_t games = 0;   ///< number of games; set by spellings() only
};

/// Returns all spellings, ordered by id.
std::vector<Spelling> people(const Store& store);
/// Returns the spellings that are aliases, ordered by id.
std::vector<Spelling> aliases(const Store& store);

/// Returns every spelling of each player with a spelling that contains `part` (name_contains), or of all players if
/// `part` is empty, with game counts. `games`: visits all games.
std::vector<Spelling> spellings(const Store& store, std::string_view part, const VisitGameNumbers& games);

/// Returns the canonical spelling of a player: the name itself, unless it is an alias.
std::string known_as(const Store& store, std::string_view name);

/// Makes `name`, and every alias of `name`, an alias of `known_as`. Throws UsageError with suggestions unless both are
/// spelt as in a game.
void add_alias(Store& store, std::string_view name, std::string_view known_as);

/// Adds a spelling that need not occur in a game: aliases outlive deleted games.
void add_spelling(Store& store, std::string_view name);

/// Removes the alias `name`; returns false if it is not one.
bool remove_alias(Store& store, std::string_view name);

}  // namespace cofnod::store
