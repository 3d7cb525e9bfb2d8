#include "store/duplicates/duplicates.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/tr.hpp"
#include "store/duplicates/groups.hpp"
#include "store/duplicates/lines.hpp"
#include "store/duplicates/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::duplicates {

namespace {

/// Two records of one game.
using Pair = std::pair<Index, Index>;

/// Places in a group of records.
using Places = std::vector<Index>;

std::optional<std::uint64_t> day_of(const Record& record) {
    const auto& date = record.facts.date;
    return date && date->year() ? std::optional(static_cast<std::uint64_t>(date->number())) : std::nullopt;
}

/// Finds the records of `group` that are the same game: one is contained in another, or they differ in few moves.
/// `group`: ascending indices into `records`, all with the same players and start.
class Comparison {
public:
    Comparison(std::span<const Index> group, const std::vector<Record>& records, const DuplicateOptions& options)
        : group_(group), records_(records), options_(options) {
        if (options.readings) of_a_day_ = sharing([&](Index place) { return day_of(record(place)); });
        if (options.contained) of_a_beginning_ = with_beginning_of_others();
    }

    [[nodiscard]] bool has_any() const { return !of_a_day_.empty() || !of_a_beginning_.empty(); }

    /// Adds pairs that join these records. `so_far`: the records joined already; groups of other players do not matter,
    /// since their records are never joined with these.
    void find(const Groups& so_far, store::GameReader& games, std::vector<Pair>& found) {
        Groups groups = groups_of(so_far);
        moves_.resize(group_.size());
        for (const Places* places : {&of_a_day_, &of_a_beginning_})
            for (const Index place : *places)
                if (!moves_[place]) moves_[place] = moves_of(games, record(place).id);
        join_readings(groups);
        join_contained(groups);
        for (Index place = 0; place < group_.size(); ++place)
            if (const Index root = groups.root(place); root != place) found.emplace_back(group_[place], group_[root]);
    }

private:
    [[nodiscard]] const Record& record(Index place) const { return records_[group_[place]]; }

    [[nodiscard]] Places all_places() const {
        Places places(group_.size());
        std::iota(places.begin(), places.end(), Index{0});
        return places;
    }

    /// Returns, in order, the places whose key occurs more than once; a record may have no key.
    template <typename KeyOf>
    [[nodiscard]] Places sharing(const KeyOf& key_of) const {
        if (group_.size() == 2) {  // the usual case
            const auto key = key_of(0);
            return key && key == key_of(1) ? all_places() : Places();
        }
        std::unordered_map<std::uint64_t, std::size_t> counts;
        for (Index place = 0; place < group_.size(); ++place)
            if (const auto key = key_of(place)) ++counts[*key];
        Places found;
        for (Index place = 0; place < group_.size(); ++place)
            if (const auto key = key_of(place); key && counts[*key] > 1) found.push_back(place);
        return found;
    }

    /// Returns the places of records that may be contained in one another.
    [[nodiscard]] Places with_beginning_of_others() const {
        if (std::ranges::any_of(group_, [&](Index i) { return records_[i].is_beginning_alone; })) return all_places();
        return sharing([&](Index place) { return std::optional(record(place).beginning); });
    }

    /// Returns the groups so far, restricted to these places.
    [[nodiscard]] Groups groups_of(const Groups& so_far) const {
        Groups groups(group_.size());
        std::unordered_map<Index, Index> first_of;
        for (Index place = 0; place < group_.size(); ++place)
            groups.join(place, first_of.try_emplace(so_far.root(group_[place]), place).first->second);
        return groups;
    }

    void join_contained(Groups& groups) const {
        std::vector<Beginning> beginnings;
        for (const Index place : of_a_beginning_)
            beginnings.push_back({place, record(place).facts, moves_[place]->compared});
        join_beginnings(beginnings, groups);
    }

    void join_readings(Groups& groups) const {
        std::map<std::uint64_t, Places> days;
        for (const Index place : of_a_day_) days[*day_of(record(place))].push_back(place);
        for (const auto& [day, places] : days) join_readings_of_day(places, groups);
    }

    void join_readings_of_day(const Places& places, Groups& groups) const {
        std::vector<Facts> people;
        std::unordered_map<Facts, std::uint32_t, FactsHash> numbers;
        std::vector<NearLine> lines;
        for (const Index place : places) {
            Facts facts = record(place).facts;
            facts.date.reset();
            facts.result = Result::unknown;
            const auto [number, is_new] = numbers.try_emplace(facts, static_cast<std::uint32_t>(people.size()));
            if (is_new) people.push_back(facts);
            lines.push_back({place, number->second, line_of(*moves_[place])});
        }
        const auto may_be_they = [&](std::uint32_t a, std::uint32_t b) { return people[a].players_may_be(people[b]); };
        join_near_lines(lines, options_.most_readings, may_be_they, groups);
    }

    std::span<const Index> group_;
    const std::vector<Record>& records_;
    const DuplicateOptions& options_;
    Places of_a_day_, of_a_beginning_;  ///< candidates, found without comparing moves
    std::vector<std::optional<Moves>> moves_;
};

/// Groups of at least two records with the same family names and the same start, stored one after another.
struct SamePlayers {
    std::vector<Index> records;
    std::vector<std::size_t> begins;  ///< index of the first record of each group

    [[nodiscard]] std::span<const Index> group(std::size_t number) const {
        const std::size_t end = number + 1 < begins.size() ? begins[number + 1] : records.size();
        return std::span(records).subspan(begins[number], end - begins[number]);
    }
};

class Search {
public:
    Search(store::Store& store, const DuplicateOptions& options)
        : options_(options),
          readers_(store),
          people_(store),
          records_(read_records(readers_, people_, options.threads)),
          groups_(records_.size()) {}

    std::vector<DuplicateGroup> run() {
        std::vector<Index> of_same_moves;
        SamePlayers of_same_players;
        parallel_for(2, options_.threads, [&](std::size_t list) {
            if (list == 0 && (options_.contained || options_.readings)) of_same_players = with_players_of_others();
            if (list == 1 && options_.same_moves) of_same_moves = with_moves_of_others();
        });
        join_same_moves(of_same_moves);
        join_of_same_players(of_same_players);
        return found();
    }

private:
    /// Joins records with the same moves. `order`: from with_moves_of_others().
    void join_same_moves(const std::vector<Index>& order) {
        std::vector<SameMovesRecord> alike;
        for (std::size_t begin = 0; begin < order.size(); begin += alike.size()) {
            const Record& first = records_[order[begin]];
            alike.clear();
            for (std::size_t i = begin; i < order.size(); ++i) {
                const Record& record = records_[order[i]];
                if (record.moves_hash != first.moves_hash || record.ply_count != first.ply_count) break;
                alike.push_back({order[i], record.facts});
            }
            if (alike.size() > 1) duplicates::join_same_moves(alike, first.ply_count, options_.min_plies, groups_);
        }
    }

    /// Returns the records that share the hash of their moves with another, sorted so that equal hashes are adjacent.
    [[nodiscard]] std::vector<Index> with_moves_of_others() const {
        std::vector<std::pair<std::uint64_t, Index>> hashes;
        hashes.reserve(records_.size());
        for (Index i = 0; i < records_.size(); ++i) hashes.emplace_back(records_[i].moves_hash, i);
        std::ranges::sort(hashes);
        std::vector<Index> order;
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            const auto is_hash_of = [&](std::size_t other) { return hashes[other].first == hashes[i].first; };
            if ((i > 0 && is_hash_of(i - 1)) || (i + 1 < hashes.size() && is_hash_of(i + 1)))
                order.push_back(hashes[i].second);
        }
        std::ranges::sort(order, {}, [&](Index i) {
            return std::tuple(records_[i].moves_hash, records_[i].ply_count, !records_[i].facts.knows_players(), i);
        });
        return order;
    }

    // --------------------------------------------------------------------------------- contained, other readings

    void join_of_same_players(const SamePlayers& players) {
        constexpr std::size_t groups_at_once = 256;
        std::vector<std::vector<Pair>> found((players.begins.size() + groups_at_once - 1) / groups_at_once);
        parallel_for(found.size(), options_.threads, [&](std::size_t i) {
            const std::size_t end = std::min(players.begins.size(), (i + 1) * groups_at_once);
            readers_.with([&](store::Store&, store::GameReader& games) {
                for (std::size_t group = i * groups_at_once; group < end; ++group) {
                    Comparison comparison(players.group(group), records_, options_);
                    if (comparison.has_any()) comparison.find(groups_, games, found[i]);
                }
            });
        });
        for (const std::vector<Pair>& pairs : found)
            for (const auto& [a, b] : pairs) groups_.join(a, b);
    }

    [[nodiscard]] SamePlayers with_players_of_others() const {
        const std::vector<std::uint32_t> ranks = people_.ranks_of_families();
        std::vector<std::tuple<std::uint64_t, std::uint64_t, Index>> order;  // by players and start
        for (Index i = 0; i < records_.size(); ++i) {
            const Facts& facts = records_[i].facts;
            if (records_[i].ply_count < options_.min_plies || !facts.knows_players()) continue;
            order.emplace_back(std::uint64_t{ranks[facts.white.family]} << 32 | ranks[facts.black.family],
                               records_[i].start_hash, i);
        }
        std::ranges::sort(order);
        const auto is_like = [&](std::size_t i, std::size_t j) {
            return std::get<0>(order[i]) == std::get<0>(order[j]) && std::get<1>(order[i]) == std::get<1>(order[j]);
        };
        SamePlayers found;
        for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
            while (last < order.size() && is_like(last, first)) ++last;
            if (last - first < 2) continue;
            found.begins.push_back(found.records.size());
            for (std::size_t i = first; i < last; ++i) found.records.push_back(std::get<2>(order[i]));
        }
        return found;
    }

    // ------------------------------------------------------------------------------------------------ the result

    std::vector<DuplicateGroup> found() {
        std::map<Index, std::vector<Index>> members;
        std::vector<Index> size(records_.size());
        for (Index i = 0; i < records_.size(); ++i) ++size[groups_.root(i)];
        for (Index i = 0; i < records_.size(); ++i)
            if (size[groups_.root(i)] > 1) members[groups_.root(i)].push_back(i);

        std::vector<std::vector<Index>> ordered;
        for (auto& [root, records] : members) ordered.push_back(std::move(records));
        std::ranges::sort(ordered);
        constexpr std::size_t groups_at_once = 64;
        std::vector<DuplicateGroup> result(ordered.size());
        parallel_for((ordered.size() + groups_at_once - 1) / groups_at_once, options_.threads, [&](std::size_t part) {
            const std::size_t end = std::min(ordered.size(), (part + 1) * groups_at_once);
            readers_.with([&](store::Store&, store::GameReader& games) {
                for (std::size_t i = part * groups_at_once; i < end; ++i)
                    result[i] = group_of(games, std::move(ordered[i]));
            });
        });
        return result;
    }

    [[nodiscard]] DuplicateGroup group_of(store::GameReader& games, std::vector<Index> records) const {
        std::ranges::sort(records, {}, [&](Index i) {
            const Record& r = records_[i];
            return std::tuple(-std::int64_t{r.ply_count}, -static_cast<std::int64_t>(r.annotation_bytes),
                              -std::int64_t{r.tag_count}, r.id);
        });
        const Record& fullest = records_[records.front()];
        const auto annotations = annotations_of(games, fullest);
        const Moves whole = moves_of(games, fullest.id);
        DuplicateGroup group;
        group.push_back({.game = fullest.id});
        for (std::size_t i = 1; i < records.size(); ++i) {
            const Record& record = records_[records[i]];
            Duplicate duplicate{.game = record.id, .fewer_plies = fullest.ply_count - record.ply_count};
            const Moves moves = moves_of(games, record.id);
            if (moves.compared == whole.compared) {
                duplicate.likeness = Likeness::same_moves;
            } else if (whole.compared.starts_with(moves.compared)) {
                duplicate.likeness = Likeness::contained;
            } else {
                duplicate.likeness = Likeness::reading;
                const Line line = line_of(moves);
                duplicate.readings =
                    readings_apart(line, line_of(whole), 4 * options_.most_readings).value_or(record.ply_count);
            }
            duplicate.adds_annotations = record.annotation_bytes > 0 && annotations_of(games, record) != annotations;
            group.push_back(duplicate);
        }
        return group;
    }

    static std::string annotations_of(store::GameReader& games, const Record& record) {
        if (record.annotation_bytes == 0) return {};
        const auto game = games.read(record.id);
        return game ? game->annotations.to_bytes() : std::string();
    }

    const DuplicateOptions& options_;
    Readers readers_;
    People people_;
    std::vector<Record> records_;
    Groups groups_;
};

}  // namespace

std::string_view name_of(Likeness likeness) {
    static constexpr std::string_view names[] = {phrase("fullest"), phrase("same moves"), phrase("contained"),
                                                 phrase("other readings")};
    return names[static_cast<std::size_t>(likeness)];
}

std::vector<DuplicateGroup> find_duplicates(store::Store& store, const DuplicateOptions& options) {
    return Search(store, options).run();
}

}  // namespace cofnod::duplicates
