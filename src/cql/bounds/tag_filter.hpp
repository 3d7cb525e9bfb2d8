#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cql/run/query.hpp"
#include "game/tags.hpp"
#include "index/position_index.hpp"
#include "store/tag_scan.hpp"

namespace cofnod::cql {

/// Evaluates header filters on the tags of many games without reading the games. A filter on a single tag is evaluated
/// once per distinct value.
class TagFilter {
public:
    /// Returns true for filters on tags that TagScan reads, the result or the game number.
    static bool can_decide(const Node& filter);

    /// Keeps a reference to the store.
    TagFilter(const store::Store& store, const Script& script, const std::vector<Tree>& filters,
              const std::function<void()>& on_work, SharedBudget budget);

    /// Clears the bits of games for which some filter is not true.
    void apply(const index::Run& run, index::PositionIndex& index, std::vector<std::uint64_t>& games);

private:
    /// Answers by TagScan::number; most numbers are small.
    class Answers {
    public:
        enum Answer : std::int8_t { unknown, yes, no };
        Answer& operator[](std::int64_t number) {
            constexpr std::int64_t most_listed = 1 << 20;
            if (number < 0 || number >= most_listed) return others_[number];
            const auto place = static_cast<std::size_t>(number);
            if (place >= listed_.size()) listed_.resize(std::max(place + 1, listed_.size() * 2));
            return listed_[place];
        }

    private:
        std::vector<Answer> listed_;
        std::unordered_map<std::int64_t, Answer> others_;
    };

    /// One of the filters of a disjunction.
    struct Alternative {
        Alternative(const Script& script, const Tree& filter, const MatchOptions& how);

        CompiledScript query;
        ScriptMatcher matcher;
        std::vector<std::string> tags;
        std::vector<std::size_t> places;      ///< indexes of the tags in the scan
        bool of_tag_alone;                    ///< depends on a single tag only: answers are cached
        std::optional<std::size_t> column{};  ///< header column of the index, if any
        Answers known{};
    };
    using Conjunct = std::vector<std::unique_ptr<Alternative>>;

    std::vector<std::uint64_t> apply_columns(const index::Run& run, index::PositionIndex& index,
                                             std::vector<std::uint64_t>& games);
    void add_by_games(const index::Run& run, const std::vector<std::uint64_t>& open, std::vector<std::uint64_t>& games);
    bool holds(std::int64_t game, Result result);
    bool holds(Alternative& filter, std::int64_t id, Result result);
    bool holds_of_tag(Alternative& filter, std::int64_t number);

    std::vector<Conjunct> filters_;
    std::unique_ptr<store::TagScan> scan_;
    Tags tags_;
    std::function<void()> on_work_;
};

}  // namespace cofnod::cql
