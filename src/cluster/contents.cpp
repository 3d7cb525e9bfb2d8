#include <algorithm>
#include <unordered_map>

#include "base/hash.hpp"
#include "cluster/about.hpp"
#include "cluster/answers.hpp"
#include "cluster/sql.hpp"
#include "store/name_match.hpp"

namespace cofnod::cluster {

namespace {

constexpr std::int64_t most_names = 1'000'000;

/// Returns a number for a person that is the same whenever it is asked for.
std::int64_t person_number(std::string_view name) { return static_cast<std::int64_t>(hash64(name) >> 2) + 1; }

}  // namespace

std::vector<std::string> Answers::names(store::HeaderField field) {
    using enum store::HeaderField;
    const char* const columns = field == event  ? "event"
                                : field == site ? "site"
                                                : "white, black, white_person, black_person";
    const std::string answer = server_.ask(sql("names", {{"db", address_.database},
                                                         {"columns", columns},
                                                         {"conditions", visible_},
                                                         {"number", std::to_string(most_names)}}));
    RowReader reader(answer, server_.name());
    std::vector<std::string> names;
    while (!reader.is_at_end()) names.emplace_back(reader.text());
    std::ranges::sort(names);
    return names;
}

std::vector<store::Spelling> Answers::spellings(std::string_view part) {
    const std::string key = store::name_key(part);
    std::string wanted = visible_;
    if (!part.empty()) wanted += " AND (" + sql("where_player", {{"key", text_literal(key)}}) + ")";
    const std::string answer = server_.ask(sql("spellings", {{"db", address_.database}, {"conditions", wanted}}));
    std::unordered_map<std::string, store::Spelling> found;  // by name
    for (RowReader reader(answer, server_.name()); !reader.is_at_end();) {
        const std::string name(reader.text()), person(reader.text());
        const std::string_view keys = reader.text();
        const std::int64_t games = reader.int64();
        if (keys.find(key) == keys.npos || name.empty()) continue;
        store::Spelling& spelling = found[name];
        spelling = {person_number(name), name, person_number(person), person == name ? "" : person,
                    spelling.games + games};
    }
    std::vector<store::Spelling> spellings;
    for (auto& [name, spelling] : found) spellings.push_back(std::move(spelling));
    std::ranges::sort(spellings, {}, &store::Spelling::name);
    check_unchanged();
    return spellings;
}

std::vector<GameKind> Answers::kinds() { return catalog_.kinds(); }

store::Summary Answers::summary() {
    store::Summary summary = read_about(server_, address_.database, catalog_);
    const std::string players = server_.ask(
        sql("top_players",
            {{"db", address_.database}, {"conditions", visible_}, {"number", std::to_string(store::shown_players)}}));
    for (RowReader reader(players, server_.name()); !reader.is_at_end();) {
        store::PlayerCounts& player = summary.players.emplace_back();
        player.name = reader.text();
        for (std::int64_t* const number : {&player.games, &player.won, &player.drawn, &player.lost})
            *number = reader.int64();
    }
    if (catalog_.databases() > 1) {  // which may have names in common
        const std::string names =
            server_.ask(sql("different_names", {{"db", address_.database}, {"conditions", visible_}}));
        RowReader reader(names, server_.name());
        for (std::int64_t* const number : {&summary.totals.players, &summary.totals.events, &summary.totals.sites})
            *number = reader.int64();
    }
    check_unchanged();
    return summary;
}

}  // namespace cofnod::cluster
