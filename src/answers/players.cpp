#include "answers/players.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/say.hpp"
#include "store/collation.hpp"

namespace cofnod::answers {

namespace {

using store::Spelling;

const Fields<Spelling>& spelling_fields() {
    static const Fields<Spelling> fields = {
        {"name", Type::text, [](const Spelling& spelling) { return known(spelling.name); }},
        {"games", Type::integer, [](const Spelling& spelling) -> Value { return spelling.games; }},
    };
    return fields;
}

std::vector<std::vector<std::string>> other_spellings(const Player& player) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 1; i < player.spellings.size(); ++i)
        lines.push_back({"", fmt::format("  = {} ({})", player.spellings[i].name,
                                         grouped(unsigned_count(player.spellings[i].games)))});
    return lines;
}

}  // namespace

std::vector<Player> players(std::vector<Spelling> spellings) {
    const store::Collation collation = store::Collation::of_environment();
    std::map<std::int64_t, Player> people;
    for (Spelling& spelling : spellings) {
        Player& player = people[spelling.person];
        player.games += spelling.games;
        player.spellings.push_back(std::move(spelling));
    }
    std::vector<std::pair<std::string, Player>> keyed;
    for (auto& [person, player] : people) {
        if (player.games == 0) continue;  // a name that was corrected, or whose games were deleted
        std::ranges::sort(player.spellings, {},
                          [&](const Spelling& s) { return std::pair(!s.known_as.empty(), collation.key(s.name)); });
        std::string key = collation.key(player.spellings.front().name);
        keyed.emplace_back(std::move(key), std::move(player));
    }
    std::ranges::sort(keyed, {},
                      [](const auto& entry) { return std::pair(-entry.second.games, std::string_view(entry.first)); });
    std::vector<Player> result;
    for (auto& [key, player] : keyed) result.push_back(std::move(player));
    return result;
}

Answer<Player> player_list() {
    return {
        .list = "players",
        .fields = {Field<Player>::shown_as({phrase("games"), Table::right},
                                           [](const Player& player) { return grouped(unsigned_count(player.games)); }),
                   {"name", Type::text, [](const Player& player) { return known(player.spellings.front().name); },
                    Table::Column{phrase("player"), Table::left, Table::flexible},
                    [](const Player& player) { return player.spellings.front().name; }},
                   {"games", Type::integer, [](const Player& player) -> Value { return player.games; }},
                   unfolded<Player>("spellings", "spelling_", spelling_fields(),
                                    [](const Player& player) { return objects(player.spellings, spelling_fields()); })},
        .below = other_spellings};
}

}  // namespace cofnod::answers
