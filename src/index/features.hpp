#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/game_facts.hpp"
#include "index/segment_format.hpp"

namespace cofnod::index {

/// The games that have one feature, as they are stored: in ascending order, or those that have it not, where these
/// are fewer.
struct Feature {
    FeatureKind kind;
    std::uint64_t value;
    std::uint64_t games;
    std::string content;
    std::uint64_t positions = 0;  ///< of a material: that have it
};

/// kind occupied, value Piece::index() * 64 + Square::index(): for one piece, all squares that it ever stands on.
std::vector<Feature> occupied_features(std::span<const Traits> games, std::size_t piece);

/// kind ending, value Ending.
std::vector<Feature> ending_features(std::span<const Traits> games);

/// kind material: for each signature, in ascending order; rows that come in the order of their table fill its pages one
/// after the other.
std::vector<Feature> material_features(std::span<const std::span<const Material>> chunks, std::uint32_t games);

/// Adds the games of a feature to others: one bit each, game 0 lowest.
void add_games(std::vector<std::uint64_t>& bits, std::uint64_t count, std::string_view content, std::uint32_t games);

/// The games of a feature as one bit each, game 0 lowest.
std::vector<std::uint64_t> games_with(std::uint64_t count, std::string_view content, std::uint32_t games);

}  // namespace cofnod::index
