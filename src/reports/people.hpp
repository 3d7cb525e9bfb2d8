#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reports/writer.hpp"
#include "store/aliases.hpp"
#include "store/duplicates/person_name.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::reports {

/// The players of a database by name, looked up as they are asked for. All spellings of a player (aliases) are one
/// person.
class People {
public:
    /// Keeps a reference to the store.
    explicit People(const store::Store& store);

    /// Returns the person with this spelling; 0 for a text in place of a name: empty, `?` (store::is_placeholder).
    [[nodiscard]] std::int64_t person(const std::string& name);
    /// Returns the canonical name of a person.
    [[nodiscard]] const std::string& name(std::int64_t person);

private:
    store::Statement player_by_name_, person_of_, player_name_;
    std::unordered_map<std::string, std::int64_t> persons_;
    std::unordered_map<std::int64_t, std::string> names_;
};

/// A person with all spellings, the canonical one first.
struct Person {
    std::int64_t id = 0;
    std::int64_t games = 0;
    std::vector<store::Spelling> spellings;
};

/// Returns the persons that `name` may refer to, most games first: those with exactly this name; if there are none,
/// those with this family name; otherwise all whose name contains it.
std::vector<Person> persons_named(store::Store& store, std::string_view name);

/// A player's games, as far as they help to identify the player.
struct Career {
    std::string name;  ///< main spelling
    std::int64_t games = 0;
    std::optional<std::int64_t> first_year, last_year;
    std::optional<std::int64_t> lowest_elo, highest_elo;
};

/// Two players who may be the same person, with the evidence.
struct SamePlayer {
    std::int64_t score = 0;  ///< 0 to 100
    Career player;           ///< the player with more games
    Career other;
    duplicates::NameLikeness likeness = duplicates::NameLikeness::none;
    std::int64_t common_opponents = 0;
    std::string reasons;  ///< evidence for and against, in words
};

struct SamePlayers {
    std::vector<SamePlayer> pairs;
    std::size_t names_left_out = 0;  ///< SpellingPairs::names_left_out
};

/// Returns pairs of players who are probably one person under two spellings, most likely first; if `part` is not empty,
/// only pairs with it in a name. Never suggests players who met, or whose games are more than 80 years apart.
SamePlayers same_players(const store::Store& store, std::string_view part);

/// Declares the list of pairs.
Answer<SamePlayer> same_player_list();

}  // namespace cofnod::reports
