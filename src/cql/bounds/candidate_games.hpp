#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cql/bounds/tag_filter.hpp"
#include "cql/run/budget.hpp"
#include "cql/syntax.hpp"
#include "index/position_index.hpp"

namespace cofnod::cql {

/// Computes a superset of the games that can match a script, by headers and the index: occupied squares, material and
/// endings. Filters on variations and moves, which are not indexed, do not restrict games.
class CandidateGames {
public:
    /// Keeps references to all arguments. `on_work` is called periodically and throws to end the search.
    CandidateGames(const Script& script, const store::Store& store, index::PositionIndex& index,
                   const std::function<void()>& on_work, SharedBudget budget = {});

    /// Returns true if the filters on headers hold for the games that select() lists (Game::headers_hold).
    [[nodiscard]] bool decides_headers() const { return may_leave_out_ && headers_ && !leaves_headers_; }

    /// Returns the ids of all games of a run that can match, ascending; nullopt: any game can.
    std::optional<std::vector<std::int64_t>> select(const index::Run& run);

    /// Games of a run counted by the index, and those it cannot decide.
    struct Counted {
        std::int64_t games = 0;
        std::int64_t positions = 0;        ///< if requested
        std::vector<std::int64_t> others;  ///< ids of undecided games
    };
    /// Returns the number of matching games if material or headers alone decide the script (or both, without
    /// `positions`).
    std::optional<Counted> count(const index::Run& run, bool positions);

private:
    /// Bit set of games; nullopt: all of them.
    using Games = std::optional<std::vector<std::uint64_t>>;
    struct Material {
        std::uint64_t signature, positions;
        std::uint32_t games;
        std::uint32_t begin;  ///< offset of its content in material_bytes_
    };

    void begin(const index::Run& run);
    const std::vector<std::uint32_t>& position_counts();
    std::vector<std::uint64_t> known_games();
    std::vector<std::uint64_t> by_headers();
    void decide_by_facts(std::vector<std::uint64_t>& sure, std::vector<std::uint64_t>& open);
    Games somewhere(const Node& filter);
    Games games(const Node& node);
    Games games_of_parts(const Node& node);
    Games games_of_comparison(const Node& node);
    Games games_of_transform(const Node& node);
    Games games_of_let(const Node& node);
    Games games_of_constituent(const Node& node);
    Games games_of_designator(const Node& node);
    Games games_of_material(const Node& filter);
    Games games_that_end_in(index::Ending ending);
    std::int64_t positions_of(const std::vector<std::uint64_t>& games);
    Games any_of(const Node& node, std::size_t first);
    Games all_of(const Node& node);
    [[nodiscard]] Games none() const;

    struct Fitting {
        std::vector<std::uint32_t> materials;  ///< indexes into materials_
        bool sure = true;                      ///< they fit at every position with that material
        bool worth_it = true;
    };
    Fitting fitting_materials(const Node& filter);
    std::vector<std::uint64_t> games_with(const std::vector<std::uint32_t>& materials);

    const Script& script_;
    std::vector<Slot> changed_;           ///< variables that may differ from their call arguments
    std::vector<Tree> facts_;             ///< conjuncts decidable by results and Elos in the index
    bool asks_for_tags_ = false;          ///< some conjuncts need tags
    std::unique_ptr<TagFilter> headers_;  ///< decides all header conjuncts; nullptr: there are none
    bool leaves_headers_ = false;         ///< some header conjuncts are in rest_
    Tree rest_;                           ///< the other conjuncts; nullptr: there are none
    bool may_leave_out_ = false;
    index::PositionIndex& index_;
    bool sees_all_ = false;  ///< the index covers everything the script reads
    const index::Run* run_ = nullptr;
    std::optional<std::vector<Material>> materials_;  ///< of this run
    std::string material_bytes_;
    std::size_t steps_ = 0;
    std::vector<std::uint32_t> position_counts_;                   ///< by game of this run
    std::map<std::uint64_t, std::vector<std::uint64_t>> columns_;  ///< of this run, by piece and square
    std::vector<std::pair<Slot, Games>> let_;
};

}  // namespace cofnod::cql
