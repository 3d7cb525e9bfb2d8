#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.hpp"

/// Who is who: spellings of one player. The spelling of the source stays in the games; searches follow the alias.
namespace cofnod::store {

struct Spelling {
    std::int64_t player = 0;
    std::string name;
    std::int64_t person = 0;  ///< the player it is known as: itself where it is no alias
    std::string known_as;     ///< empty where it is no alias
    std::int64_t games = 0;   ///< counted by spellings() only
};

/// All spellings, in the order of ids.
std::vector<Spelling> people(const Store& store);

/// Every spelling of the players of whom one spelling contains `part` (name_contains), all players for an empty part;
/// with their games, to count which all games are read.
std::vector<Spelling> spellings(const Store& store, std::string_view part);

/// From now on `name` is known as `known_as`, and with it every spelling that was known as `name`. Both must be
/// spelt as in a game: UsageError otherwise, with names that are like it.
void add_alias(Store& store, std::string_view name, std::string_view known_as);

/// A spelling that need not be in any game: aliases outlive the games that are taken out.
void add_spelling(Store& store, std::string_view name);

/// From now on `name` stands for itself; false where it was no alias.
bool remove_alias(Store& store, std::string_view name);

}  // namespace cofnod::store
