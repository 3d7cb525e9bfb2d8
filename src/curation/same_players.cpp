#include "curation/same_players.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "curation/beginnings.hpp"
#include "curation/facts.hpp"
#include "curation/line.hpp"
#include "curation/near_lines.hpp"

namespace cofnod::curation {

namespace {

/// Places in a group of records.
using Places = std::vector<Index>;

std::optional<std::uint64_t> day_of(const Record& record) {
    const auto& date = record.facts.date;
    return date && date->year() ? std::optional(static_cast<std::uint64_t>(date->number())) : std::nullopt;
}

class Comparison {
public:
    Comparison(std::span<const Index> group, const std::vector<Record>& records, const DuplicateOptions& options)
        : group_(group), records_(records), options_(options) {
        if (options.readings) of_a_day_ = sharing([&](Index place) { return day_of(record(place)); });
        if (options.contained) of_a_beginning_ = with_beginning_of_others();
    }

    [[nodiscard]] bool has_any() const { return !of_a_day_.empty() || !of_a_beginning_.empty(); }

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

    /// Returns the places whose key is that of another, in order; a record may be without a key.
    template <typename KeyOf>
    [[nodiscard]] Places sharing(const KeyOf& key_of) const {
        if (group_.size() == 2) {  // most are
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

    /// Returns which places are one game so far.
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
    Places of_a_day_, of_a_beginning_;  ///< what may be joined, before any move is looked at
    std::vector<std::optional<Moves>> moves_;
};

}  // namespace

void find_same_players(std::span<const Index> group, const std::vector<Record>& records, const Groups& so_far,
                       const DuplicateOptions& options, store::GameReader& games, std::vector<Pair>& found) {
    Comparison comparison(group, records, options);
    if (comparison.has_any()) comparison.find(so_far, games, found);
}

}  // namespace cofnod::curation
