#include "store/player_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/characters.hpp"
#include "store/duplicates/person_name.hpp"
#include "store/game_writer_state.hpp"

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
                                                             {"ACF", "acfid"},
                                                             {"CFC", "cfcid"},
                                                             {"DSB", "dsbid"},
                                                             {"FFE", "ffeid"},
                                                             {"NZCF", "nzcfid"},
                                                             {"national", "nationalid"},
                                                             {"national", "natid"}});

/// Number of cached names with ids above which the cache is cleared.
constexpr std::size_t most_known = 200'000;

}  // namespace

std::vector<IdTag> id_tags_of(std::string_view side, const std::vector<std::string_view>& tag_names) {
    std::vector<IdTag> tags;
    for (const Authority& authority : authorities)
        for (std::size_t i = 0; i < tag_names.size(); ++i)
            if ((tags.empty() || tags.back().authority != authority.name) && tag_names[i].starts_with(side) &&
                to_lower(tag_names[i].substr(side.size())) == authority.tag)
                tags.push_back({i, authority.name});
    return tags;
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
    return all_rows(Statement(connection, Sql::list_persons_with_ids).with(),
                    [](const Statement& row) { return std::pair(row.integer(0), std::string(row.text(1))); });
}

PlayerIds::PlayerIds(Connection& connection, Interner& players) : connection_(connection), players_(players) {}

PlayerIds::Named PlayerIds::player_of(std::string_view name, const std::vector<PlayerId>& ids) {
    if (known_.size() > most_known) known_.clear();
    std::string key;
    for (const auto& [authority, id] : ids) key.append(authority).append(" ").append(id).append(" ");
    const auto [entry, is_new] = known_.try_emplace(key.append(name));
    if (is_new) entry->second = find(name, ids);
    return entry->second;
}

PlayerIds::Named PlayerIds::find(std::string_view name, const std::vector<PlayerId>& ids) {
    Named named{players_.id_of(name), true};
    std::optional<std::int64_t> known_player;
    for (const PlayerId& id : ids) {
        const auto player = player_with(id);
        if (!player) continue;
        if (!known_player)
            known_player = player;
        else if (!are_two(person_of(*player), person_of(*known_player)))
            make_alias(person_of(*player), person_of(*known_player));
    }
    std::int64_t person = person_of(named.player);
    const auto take_row_with_id = [&] {
        named = {players_.id_of(fmt::format("{} ({} {})", name, ids.front().authority, ids.front().id)), false};
        person = person_of(named.player);
    };
    if (!known_player) {
        if (std::ranges::any_of(ids, [&](const PlayerId& id) { return has_id(person, id.authority); }))
            take_row_with_id();
    } else if (are_two(person, person_of(*known_player))) {
        const std::string other(name_without_id(name_of(*known_player)));
        if (name != other && duplicates::likeness(std::string(name), other) == duplicates::NameLikeness::none)
            return named;
        take_row_with_id();
    }
    if (known_player) make_alias(person, person_of(*known_player));
    add_new_ids(ids, named.player);
    return named;
}

std::optional<std::int64_t> PlayerIds::player_with(const PlayerId& id) {
    return find_id_.with(id.authority, id.id).first_integer();
}

std::int64_t PlayerIds::person_of(std::int64_t player) {
    return person_of_.with(player).first_integer().value_or(player);
}

std::string PlayerIds::name_of(std::int64_t player) { return name_of_.with(player).first_text().value_or(""); }

bool PlayerIds::has_id(std::int64_t person, std::string_view authority) {
    return person_has_id_.with(person, authority).first_integer().has_value();
}

/// Returns true if one authority gave both persons ids: as these are not one, they differ.
bool PlayerIds::are_two(std::int64_t person, std::int64_t other) {
    return person != other && persons_share_authority_.with(person, other).first_integer();
}

void PlayerIds::add_new_ids(const std::vector<PlayerId>& ids, std::int64_t player) {
    for (const PlayerId& id : ids) {
        if (player_with(id) || has_id(person_of(player), id.authority)) continue;
        insert_id_.with(id.authority, id.id, player).run();
        ++new_ids_;
    }
}

void PlayerIds::make_alias(std::int64_t player, std::int64_t person) {
    if (player == person) return;
    move_aliases_.with(player, person).run();
    set_alias_.with(player, person).run();
    ++new_aliases_;
}

std::int64_t PlayerIds::take_new_ids() { return std::exchange(new_ids_, 0); }
std::int64_t PlayerIds::take_new_aliases() { return std::exchange(new_aliases_, 0); }

}  // namespace cofnod::store
