#include "store/player_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/characters.hpp"
#include "store/game_writer_state.hpp"
#include "store/rows.hpp"

namespace cofnod::store {

namespace {

/// How tags name the id of an authority, in small letters after the side.
struct Authority {
    std::string_view name, tag;
};
constexpr std::array authorities = std::to_array<Authority>({{"FIDE", "fideid"},
                                                             {"FIDE", "fide"},
                                                             {"ICCF", "iccfid"},
                                                             {"ICCF", "iccf"},
                                                             {"USCF", "uscfid"},
                                                             {"USCF", "uscf"},
                                                             {"ECF", "ecfid"},
                                                             {"ECF", "ecfcode"},
                                                             {"national", "nationalid"},
                                                             {"national", "natid"}});

/// Number of cached names with ids above which the cache is cleared.
constexpr std::size_t most_known = 200'000;

}  // namespace

std::optional<IdTag> id_tag_of(std::string_view side, const std::vector<std::string_view>& tag_names) {
    for (const Authority& authority : authorities)
        for (std::size_t i = 0; i < tag_names.size(); ++i)
            if (tag_names[i].starts_with(side) && to_lower(tag_names[i].substr(side.size())) == authority.tag)
                return IdTag{i, authority.name};
    return std::nullopt;
}

bool is_player_id(std::string_view id) {
    constexpr std::size_t shortest = 4, longest = 12, fewest_digits = 3;
    return id.size() >= shortest && id.size() <= longest && std::ranges::all_of(id, is_alphanumeric) &&
           static_cast<std::size_t>(std::ranges::count_if(id, is_digit)) >= fewest_digits &&
           std::ranges::any_of(id, [](char c) { return c >= '1' && c <= '9'; });
}

std::string_view name_without_id(std::string_view name) {
    const std::size_t open = name.rfind(" (");
    if (open == name.npos || !name.ends_with(')')) return name;
    const std::string_view inside = name.substr(open + 2, name.size() - open - 3);
    const std::size_t blank = inside.rfind(' ');
    const bool is_id =
        blank != inside.npos && is_player_id(inside.substr(blank + 1)) &&
        std::ranges::any_of(authorities, [&](const Authority& each) { return each.name == inside.substr(0, blank); });
    return is_id ? name.substr(0, open) : name;
}

std::vector<std::pair<std::int64_t, std::string>> persons_with_ids(const Connection& connection) {
    std::vector<std::pair<std::int64_t, std::string>> persons;
    Statement row(connection, Sql::list_persons_with_ids);
    while (row.step()) persons.emplace_back(row.integer(0), row.text(1));
    return persons;
}

PlayerIds::PlayerIds(Connection& connection, Interner& players)
    : connection_(connection),
      players_(players),
      find_id_(connection, Sql::find_player_id),
      insert_id_(connection, Sql::insert_player_id),
      person_of_(connection, Sql::person_of),
      person_has_id_(connection, Sql::person_has_id),
      move_aliases_(connection, Sql::move_aliases),
      set_alias_(connection, Sql::set_alias) {}

PlayerIds::Named PlayerIds::player_of(std::string_view name, std::string_view authority, std::string_view id) {
    if (known_.size() > most_known) known_.clear();
    const auto [entry, is_new] = known_.try_emplace(fmt::format("{} {} {}", authority, id, name));
    if (is_new) entry->second = find(name, authority, id);
    return entry->second;
}

PlayerIds::Named PlayerIds::find(std::string_view name, std::string_view authority, std::string_view id) {
    const std::int64_t player = players_.id_of(name), person = person_of(player);
    const std::string full_name = fmt::format("{} ({} {})", name, authority, id);
    if (const auto known = player_with(authority, id)) {
        const std::int64_t known_person = person_of(*known);
        if (known_person == person) return {player, true};
        if (!has_id(person, authority)) {
            make_alias(player, known_person);
            return {player, true};
        }
        if (*known == players_.id_of(full_name)) return {*known, false};
        return {player, true};
    }
    if (!has_id(person, authority)) {
        add_id(authority, id, player);
        return {player, true};
    }
    const std::int64_t other = players_.id_of(full_name);
    add_id(authority, id, other);
    return {other, false};
}

std::optional<std::int64_t> PlayerIds::player_with(std::string_view authority, std::string_view id) {
    const ResetAtEnd reset(find_id_);
    return find_id_.with(authority, id).step() ? std::optional(find_id_.integer(0)) : std::nullopt;
}

std::int64_t PlayerIds::person_of(std::int64_t player) {
    const ResetAtEnd reset(person_of_);
    return person_of_.with(player).step() ? person_of_.integer(0) : player;
}

bool PlayerIds::has_id(std::int64_t person, std::string_view authority) {
    const ResetAtEnd reset(person_has_id_);
    return person_has_id_.with(person, authority).step();
}

void PlayerIds::add_id(std::string_view authority, std::string_view id, std::int64_t player) {
    insert_id_.with(authority, id, player).run();
    ++new_ids_;
}

void PlayerIds::make_alias(std::int64_t player, std::int64_t person) {
    move_aliases_.with(player, person).run();
    set_alias_.with(player, person).run();
    ++new_aliases_;
}

std::int64_t PlayerIds::take_new_ids() { return std::exchange(new_ids_, 0); }
std::int64_t PlayerIds::take_new_aliases() { return std::exchange(new_aliases_, 0); }

}  // namespace cofnod::store
