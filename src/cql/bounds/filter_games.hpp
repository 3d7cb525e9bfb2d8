#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cql/syntax.hpp"
#include "index/position_index.hpp"

namespace cofnod::cql {

/// Bit set of the games of a run (index/position_index.hpp); nullopt: all of them.
using Games = std::optional<std::vector<std::uint64_t>>;

Games both(Games a, Games b);
Games either(Games a, Games b);
/// Returns the other games of a run.
std::vector<std::uint64_t> all_but(const std::vector<std::uint64_t>& some, const index::Run& run);

/// Computes a superset of the games of a segment in which a filter can be true, from the index (occupied squares,
/// material, endings, lengths) and from the set of annotated games. Most filters on moves, which are not indexed, do
/// not restrict games.
class FilterGames {
public:
    /// Keeps references to all arguments.
    FilterGames(const Script& script, const store::Store& store, index::PositionIndex& index);

    /// Selects the run that later calls refer to.
    void begin(const index::Run& run);

    /// Returns the games in which the filter can be true at some position of the main line.
    Games somewhere(const Node& filter);

    /// Materials with which a filter can be true.
    struct Fitting {
        std::vector<std::uint32_t> materials;  ///< in the order of the index
        bool sure = true;                      ///< the filter is true at every position with that material
        bool worth_it = true;
    };
    Fitting fitting_materials(const Node& filter);
    std::vector<std::uint64_t> games_with(const std::vector<std::uint32_t>& materials);
    /// Returns the number of positions with these materials.
    [[nodiscard]] std::int64_t positions_with(const std::vector<std::uint32_t>& materials) const;

    /// Returns the games with comments, NAGs or variations.
    const std::vector<std::uint64_t>& annotated_games();
    /// Returns the number of positions in each game; 0 if unknown.
    const std::vector<std::uint32_t>& position_counts();
    /// Returns the games that have positions after this many plies.
    std::vector<std::uint64_t> games_after(std::int64_t plies);

private:
    struct Material {
        std::uint64_t signature, positions;
        std::uint32_t games;
        std::uint32_t begin;  ///< offset of its content in material_bytes_
    };

    [[nodiscard]] Games none() const;
    const std::vector<Material>& materials();
    Games games(const Node& node);
    Games all_of(const Node& node);
    Games any_of(const Node& node, std::size_t first);
    Games games_of_parts(const Node& node);
    Games games_of_promotion(const Node& node);
    Games games_of_castling(const Node& node);
    Games games_of_squares(const Node& node);
    Games games_of_en_passant(const Node& node);
    Games games_of_comparison(const Node& node);
    Games games_of_transform(const Node& node);
    Games games_of_let(const Node& node);
    Games games_of_constituent(const Node& node);
    Games games_of_material(const Node& filter);
    Games games_that_begin_with(const Node& filter);
    Games games_with_any(PieceMask pieces, chess::Bitboard squares);
    Games games_with_variations();
    Games games_that_end_in(index::Ending ending);

    const Script& script_;
    const store::Store& store_;
    index::PositionIndex& index_;
    std::vector<Slot> changed_;  ///< variables that may differ from their call arguments
    std::vector<std::pair<Slot, Games>> let_;
    const index::Run* run_ = nullptr;
    // Facts about the current run, read on demand:
    std::optional<std::vector<Material>> materials_;
    std::string material_bytes_;
    std::size_t steps_ = 0;
    std::vector<std::uint32_t> position_counts_;
    std::map<std::uint64_t, std::vector<std::uint64_t>> columns_;  ///< by piece and square
    Games annotated_;
};

}  // namespace cofnod::cql
