#include "reports/people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "base/tr.hpp"
#include "search/local_answers.hpp"
#include "store/name_match.hpp"
#include "store/player_ids.hpp"

namespace cofnod::reports {

namespace {

using store::Spelling;

/// Restricts `people` to those with a spelling that satisfies `fits`, if there are any.
template <typename Fits>
bool narrow(std::vector<Person>& people, const Fits& fits) {
    std::vector<Person> fitting;
    for (const Person& person : people)
        if (std::ranges::any_of(person.spellings, fits)) fitting.push_back(person);
    if (fitting.empty()) return false;
    people = std::move(fitting);
    return true;
}

using duplicates::NameLikeness;
using duplicates::SpellingPair;

constexpr std::int64_t longest_career = 80;  ///< years
constexpr std::int64_t least_score = 50;

/// Points for the evidence of a name and of the games under it.
constexpr std::int64_t points_of_name[] = {0, 25, 30, 40, 50, 60};  ///< by NameLikeness
constexpr std::int64_t points_of_opponents[] = {0, 10, 15, 20};

struct Player {
    std::int64_t id = 0;
    Career career;                              ///< its name is empty
    std::vector<std::int64_t> opponents;        ///< sorted person ids; empty until read
    std::vector<std::string> authorities = {};  ///< that gave the player an id, sorted
    std::vector<std::size_t> candidates;        ///< indexes of players with similar names, sorted
    bool is_candidate = false;
    bool is_placeholder = false;
};

template <typename T>
void widen(std::optional<T>& least, std::optional<T>& most, T value) {
    if (value <= 0) return;
    least = std::min(least.value_or(value), value);
    most = std::max(most.value_or(value), value);
}

/// Returns the distance between two ranges; negative if they overlap, nullopt if one is unknown.
std::optional<std::int64_t> gap(const std::optional<std::int64_t>& first_a, const std::optional<std::int64_t>& last_a,
                                const std::optional<std::int64_t>& first_b, const std::optional<std::int64_t>& last_b) {
    if (!first_a || !first_b) return std::nullopt;
    return std::max(*first_a, *first_b) - std::min(*last_a, *last_b);
}

std::string range_text(std::int64_t first, std::int64_t last) {
    return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

class Search {
public:
    Search(const store::Store& store, std::string_view part) : store_(store) {
        read_names();
        duplicates::SpellingPairs found = duplicates::spelling_pairs(names_);
        pairs_ = std::move(found.pairs);
        names_left_out_ = found.names_left_out;
        if (!part.empty())
            std::erase_if(pairs_,
                          [&](const SpellingPair& pair) { return !has(pair.first, part) && !has(pair.second, part); });
        for (const SpellingPair& pair : pairs_)
            for (const std::size_t i : {pair.first, pair.second}) players_[i].is_candidate = true;
        if (!pairs_.empty()) read_games();
    }

    SamePlayers take() {
        std::erase_if(pairs_,
                      [&](const SpellingPair& pair) { return are_two(players_[pair.first], players_[pair.second]); });
        for (const SpellingPair& pair : pairs_) {
            players_[pair.first].candidates.push_back(pair.second);
            players_[pair.second].candidates.push_back(pair.first);
        }
        for (Player& player : players_) std::ranges::sort(player.candidates);
        SamePlayers result{.pairs = {}, .names_left_out = names_left_out_};
        for (const SpellingPair& pair : pairs_)
            if (SamePlayer same = judged(pair); same.score >= least_score) result.pairs.push_back(std::move(same));
        std::ranges::sort(result.pairs, {}, [](const SamePlayer& same) {
            return std::tuple(-same.score, -same.other.games, std::string_view(same.player.name),
                              std::string_view(same.other.name));
        });
        return result;
    }

private:
    void read_names() {
        std::unordered_map<std::int64_t, std::size_t> places;
        for (store::Spelling& spelling : store::people(store_)) {
            const auto [place, is_new] = places.try_emplace(spelling.person, players_.size());
            if (is_new) {
                names_.emplace_back();
                players_.push_back({.id = spelling.person, .career = {}, .opponents = {}, .candidates = {}});
            }
            place_of_spelling_[spelling.player] = place->second;
            auto& names = names_[place->second];
            names.insert(spelling.known_as.empty() ? names.begin() : names.end(), std::move(spelling.name));
        }
        for (std::size_t i = 0; i < players_.size(); ++i) players_[i].is_placeholder = store::is_placeholder(name(i));
        for (auto& [person, authority] : store::persons_with_ids(store_.connection()))
            if (const auto place = places.find(person); place != places.end())
                players_[place->second].authorities.push_back(std::move(authority));
    }

    /// Returns the main spelling of a player.
    [[nodiscard]] const std::string& name(std::size_t i) const { return names_[i].front(); }

    [[nodiscard]] bool has(std::size_t i, std::string_view part) const {
        return std::ranges::any_of(names_[i], [&](const std::string& name) { return store::names_player(name, part); });
    }

    Player* player(std::int64_t spelling) {
        const auto place = place_of_spelling_.find(spelling);
        return place == place_of_spelling_.end() ? nullptr : &players_[place->second];
    }

    void read_games() {
        for (store::Statement row(store_.connection(), store::Sql::list_meetings); row.step();) {
            Player *const white = player(row.integer(0)), *const black = player(row.integer(1));
            const std::int64_t year = row.integer(2) / 10000;
            add_game(white, black, year, row.integer(3));
            if (black != white) add_game(black, white, year, row.integer(4));
        }
        for (Player& player : players_) sort_opponents(player);
    }

    static void add_game(Player* player, const Player* opponent, std::int64_t year, std::int64_t elo) {
        if (!player || !player->is_candidate) return;
        Career& career = player->career;
        ++career.games;
        widen(career.first_year, career.last_year, year);
        widen(career.lowest_elo, career.highest_elo, elo);
        if (!opponent || opponent->is_placeholder) return;
        player->opponents.push_back(opponent->id);
        const bool is_power = (player->opponents.size() & (player->opponents.size() - 1)) == 0;
        if (is_power) sort_opponents(*player);  // removes duplicates
    }

    static void sort_opponents(Player& player) {
        std::ranges::sort(player.opponents);
        player.opponents.erase(std::unique(player.opponents.begin(), player.opponents.end()), player.opponents.end());
    }

    /// Returns true if the games show that these are two persons, or prove nothing.
    static bool are_two(const Player& a, const Player& b) {
        if (a.career.games == 0 || b.career.games == 0) return true;
        if (std::ranges::binary_search(a.opponents, b.id)) return true;
        for (const std::string& authority : a.authorities)  // one id for both would have made them one
            if (std::ranges::binary_search(b.authorities, authority)) return true;
        const Career &x = a.career, &y = b.career;
        return x.first_year && y.first_year &&
               std::max(*x.last_year, *y.last_year) - std::min(*x.first_year, *y.first_year) > longest_career;
    }

    SamePlayer judged(const SpellingPair& pair) const {
        std::size_t first = pair.first, second = pair.second;
        const auto weight = [&](std::size_t i) { return std::pair(players_[i].career.games, name(i).size()); };
        if (weight(second) > weight(first)) std::swap(first, second);
        const Player &a = players_[first], &b = players_[second];
        SamePlayer same{.player = a.career, .other = b.career, .likeness = pair.likeness, .reasons = {}};
        same.player.name = name(first);
        same.other.name = name(second);
        same.score = points_of_name[static_cast<std::size_t>(pair.likeness)];
        add_name(same, std::max(rivals(pair.first, pair.second), rivals(pair.second, pair.first)));
        add_years(same);
        std::vector<std::int64_t> common;
        std::ranges::set_intersection(a.opponents, b.opponents, std::back_inserter(common));
        same.common_opponents = static_cast<std::int64_t>(common.size());
        same.score += points_of_opponents[std::min<std::size_t>(common.size(), 3)];
        if (!common.empty())
            add_reason(same, counted(common.size(), "{} opponent in common", "{} opponents in common"));
        add_elo(same);
        same.score = std::clamp<std::int64_t>(same.score, 0, 100);
        return same;
    }

    /// Returns the number of players who may be player `i` but not player `j`.
    [[nodiscard]] std::size_t rivals(std::size_t i, std::size_t j) const {
        const auto &of_i = players_[i].candidates, &of_j = players_[j].candidates;
        return static_cast<std::size_t>(std::ranges::count_if(
            of_i, [&](std::size_t other) { return other != j && !std::ranges::binary_search(of_j, other); }));
    }

    static void add_reason(SamePlayer& same, std::string_view reason) {
        same.reasons.append(same.reasons.empty() ? "" : ", ").append(reason);
    }

    static void add_name(SamePlayer& same, std::size_t others) {
        switch (same.likeness) {
            case NameLikeness::words: add_reason(same, tr("same words")); break;
            case NameLikeness::sound: add_reason(same, tr("names sound alike")); break;
            case NameLikeness::sound_initials: add_reason(same, tr("surnames sound alike, initials fit")); break;
            case NameLikeness::initials: add_reason(same, tr("initials fit")); break;
            default: add_reason(same, tr("surname alone fits"));
        }
        if (others == 0) return;
        same.score -= std::min<std::int64_t>(20, 5 * static_cast<std::int64_t>(others));
        add_reason(same, counted(others, "but {} other player fits too", "but {} other players fit too"));
    }

    static void add_years(SamePlayer& same) {
        const Career &a = same.player, &b = same.other;
        const auto years = gap(a.first_year, a.last_year, b.first_year, b.last_year);
        if (!years) return;
        same.score += *years <= 0 ? 10 : *years <= 10 ? 5 : *years <= 30 ? 0 : -20;
        if (*years <= 0)
            add_reason(same, tr("both played in {}", range_text(std::max(*a.first_year, *b.first_year),
                                                                std::min(*a.last_year, *b.last_year))));
        else
            add_reason(same, *years > 30 ? counted(unsigned_count(*years), "but {} year apart", "but {} years apart")
                                         : counted(unsigned_count(*years), "{} year apart", "{} years apart"));
    }

    static void add_elo(SamePlayer& same) {
        const Career &a = same.player, &b = same.other;
        const auto elo = gap(a.lowest_elo, a.highest_elo, b.lowest_elo, b.highest_elo);
        if (!elo) return;
        constexpr std::int64_t near = 200, far = 400;
        const auto years = gap(a.first_year, a.last_year, b.first_year, b.last_year);
        if (*elo <= near) {
            same.score += 10;
            add_reason(same, tr("Elo fits"));
        } else if (*elo > far && years.value_or(0) <= 2) {
            same.score -= 30;
            add_reason(same, tr("but Elo is {} apart", *elo));
        }
    }

    const store::Store& store_;
    std::vector<Player> players_;
    std::vector<std::vector<std::string>> names_;  ///< spellings of each player, the main one first
    std::unordered_map<std::int64_t, std::size_t> place_of_spelling_;
    std::vector<SpellingPair> pairs_;
    std::size_t names_left_out_ = 0;
};

std::string_view name_of(NameLikeness likeness) {
    using enum NameLikeness;
    switch (likeness) {
        case none: break;
        case surname: return "surname";
        case sound_initials: return "sound_initials";
        case initials: return "initials";
        case sound: return "sound";
        case words: return "words";
    }
    return "none";
}

const Career& player_of(const SamePlayer& row) { return row.player; }
const Career& other_of(const SamePlayer& row) { return row.other; }

using CareerOf = const Career& (*)(const SamePlayer&);

template <CareerOf of>
void add_career(Fields<SamePlayer>& fields, const std::string& prefix) {
    fields.append({
        {prefix + "name", Type::text, [](const SamePlayer& row) { return known(of(row).name); }},
        {prefix + "games", Type::integer, [](const SamePlayer& row) -> Value { return of(row).games; }},
        {prefix + "first_year", Type::integer, [](const SamePlayer& row) -> Value { return of(row).first_year; }},
        {prefix + "last_year", Type::integer, [](const SamePlayer& row) -> Value { return of(row).last_year; }},
        {prefix + "lowest_elo", Type::integer, [](const SamePlayer& row) -> Value { return of(row).lowest_elo; }},
        {prefix + "highest_elo", Type::integer, [](const SamePlayer& row) -> Value { return of(row).highest_elo; }},
    });
}

}  // namespace

People::People(const store::Store& store)
    : player_by_name_(store.connection(), store::Sql::player_by_name),
      person_of_(store.connection(), store::Sql::person_of),
      player_name_(store.connection(), store::Sql::player_name) {}

std::int64_t People::person(const std::string& name) {
    const auto [known, is_new] = persons_.try_emplace(name, 0);
    if (is_new && !store::is_placeholder(name) && player_by_name_.with(name).step() &&
        person_of_.with(player_by_name_.integer(0)).step())
        known->second = person_of_.integer(0);
    return known->second;
}

const std::string& People::name(std::int64_t person) {
    const auto [known, is_new] = names_.try_emplace(person);
    if (is_new && player_name_.with(person).step()) known->second = player_name_.text(0);
    return known->second;
}

std::vector<Person> persons_named(store::Store& store, std::string_view name) {
    std::map<std::int64_t, Person> by_id;
    for (Spelling& spelling : store::spellings(store, name, search::visit_numbers(store))) {
        if (store::is_placeholder(spelling.name)) continue;
        Person& person = by_id[spelling.person];
        person.id = spelling.person;
        person.games += spelling.games;
        person.spellings.push_back(std::move(spelling));
    }
    std::vector<Person> people;
    for (auto& [id, person] : by_id) {
        if (person.games == 0) continue;
        std::ranges::stable_sort(person.spellings, {}, [](const Spelling& each) { return !each.known_as.empty(); });
        people.push_back(std::move(person));
    }
    std::ranges::stable_sort(people, std::greater(), &Person::games);
    const std::string key = store::name_key(name);
    narrow(people, [&](const Spelling& each) { return store::name_without_id(each.name) == name; }) ||
        narrow(people, [&](const Spelling& each) { return store::name_key(each.name) == key; }) ||
        narrow(people, [&](const Spelling& each) { return duplicates::PersonName::read(each.name).family == key; });
    return people;
}

SamePlayers same_players(const store::Store& store, std::string_view part) { return Search(store, part).take(); }

Answer<SamePlayer> same_player_list() {
    Answer<SamePlayer> answer{.list = "pairs", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back({"score", Type::integer, [](const SamePlayer& row) -> Value { return row.score; }});
    add_career<player_of>(fields, "");
    add_career<other_of>(fields, "other_");
    fields.push_back({"likeness", Type::text, [](const SamePlayer& row) -> Value { return name_of(row.likeness); }});
    fields.push_back(
        {"common_opponents", Type::integer, [](const SamePlayer& row) -> Value { return row.common_opponents; }});
    fields.push_back({"reasons", Type::text, [](const SamePlayer& row) -> Value { return row.reasons; }});
    return answer;
}

}  // namespace cofnod::reports
