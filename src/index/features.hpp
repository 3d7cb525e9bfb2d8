#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/game_facts.hpp"
#include "index/segment_format.hpp"

namespace cofnod::index {

/// Games with one feature as stored: their ascending ordinals, or the complement where that is shorter.
struct Feature {
    FeatureKind kind;
    std::uint64_t value;
    std::uint64_t games;
    std::string content;
    std::uint64_t positions = 0;  ///< with this material (kind material only)
};

/// Returns, for one piece, the games by square that it ever stands on. Value: Piece::index() * 64 + Square::index().
std::vector<Feature> occupied_features(std::span<const Traits> games, std::size_t piece);

/// Returns the games by ending. Value: Ending.
std::vector<Feature> ending_features(std::span<const Traits> games);

/// Returns the games by material signature, in ascending order: rows inserted in key order fill pages sequentially.
std::vector<Feature> material_features(std::span<const std::span<const Material>> chunks, std::uint32_t games);

/// Sets the bits of the games of a feature, game 0 lowest.
void add_games(std::vector<std::uint64_t>& bits, std::uint64_t count, std::string_view content, std::uint32_t games);

/// Returns the games of a feature as a bit set, game 0 lowest.
std::vector<std::uint64_t> games_with(std::uint64_t count, std::string_view content, std::uint32_t games);

}  // namespace cofnod::index
