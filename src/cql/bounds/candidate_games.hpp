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

/// Which games can match a script at all, as far as headers and the index tell: by the pieces that ever stand on a
/// square, by material, by how games end. Nothing is said of what the index does not see: variations, moves.
class CandidateGames {
public:
    /// All of it must outlive it. `on_work`: called now and then; throws to end the search.
    CandidateGames(const Script& script, const store::Store& store, index::PositionIndex& index,
                   const std::function<void()>& on_work, SharedBudget budget = {});

    /// Returns true if the filters on headers hold for the games that select() lists (Game::headers_hold).
    [[nodiscard]] bool decides_headers() const { return may_leave_out_ && headers_ && !leaves_headers_; }

    /// The ids of the games of a run that can match, ascending: no others do. nullopt: each must be looked at.
    std::optional<std::vector<std::int64_t>> select(const index::Run& run);

    /// Games of a run that the index has counted, and those that it knows nothing of.
    struct Counted {
        std::int64_t games = 0;
        std::int64_t positions = 0;        ///< if they were asked for
        std::vector<std::int64_t> others;  ///< ids: to be looked at
    };
    /// How many games match, where material or headers say all that the script asks for; both, if positions do not
    /// matter.
    std::optional<Counted> count(const index::Run& run, bool positions);

private:
    /// One bit a game; nullopt: all of them.
    using Games = std::optional<std::vector<std::uint64_t>>;
    struct Material {
        std::uint64_t signature, positions;
        std::uint32_t games;
        std::uint32_t begin;  ///< of its content, in material_bytes_
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
        std::vector<std::uint32_t> materials;  ///< by their place in materials_
        bool sure = true;                      ///< all of these fit at every position
        bool worth_it = true;
    };
    Fitting fitting_materials(const Node& filter);
    std::vector<std::uint64_t> games_with(const std::vector<std::uint32_t>& materials);

    const Script& script_;
    std::vector<Slot> changed_;           ///< variables whose values are not those that a call gave them
    std::vector<Tree> facts_;             ///< conjuncts that results and Elos of the index may decide
    bool asks_for_tags_ = false;          ///< others are about tags
    std::unique_ptr<TagFilter> headers_;  ///< decides all of both; nullptr: there are none
    bool leaves_headers_ = false;         ///< some conjuncts that are about headers alone are in rest_
    Tree rest_;                           ///< the others; nullptr: there are none
    bool may_leave_out_ = false;
    index::PositionIndex& index_;
    bool sees_all_ = false;  ///< of what the script looks at
    const index::Run* run_ = nullptr;
    std::optional<std::vector<Material>> materials_;  ///< of this run
    std::string material_bytes_;
    std::size_t steps_ = 0;
    std::vector<std::uint32_t> position_counts_;                   ///< of the games of this run
    std::map<std::uint64_t, std::vector<std::uint64_t>> columns_;  ///< of this run, by piece and square
    std::vector<std::pair<Slot, Games>> let_;
};

}  // namespace cofnod::cql
