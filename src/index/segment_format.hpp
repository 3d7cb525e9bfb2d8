#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "index/ascending.hpp"
#include "index/game_facts.hpp"
#include "store/segments.hpp"

/// Constants that the writer and the reader of a segment share. README.md draws it.
namespace cofnod::index {

/// Stored as property "index": format, keys and packed moves. Segments of another version are not read, but made again.
std::string version_text();

inline constexpr std::uint32_t most_games = 1U << 24;  ///< of a segment

/// Bits of a game's number in its segment.
inline unsigned ordinal_bits(std::uint32_t games) { return games > 1 ? std::bit_width(games - 1) : 1; }

/// Bits that keys keep of what their bucket does not say, where a bucket has so many positions of one game alone.
/// Of 32 other keys that fall between them, one looks like one of them.
inline unsigned remainder_bits(std::size_t count) { return static_cast<unsigned>(std::bit_width(count)) + 4; }

/// Positions are sorted and encoded in 64 parts, by the first bits of their keys: each part fits a cache, and needs to
/// know nothing of the others. A bucket belongs to one part.
inline constexpr unsigned part_bits = 6;

/// Buckets of some 700 positions: blobs of two or three KiB.
inline unsigned bucket_bits(std::uint64_t positions) {
    constexpr std::uint64_t wanted = 700;
    return std::max(part_bits, static_cast<unsigned>(std::bit_width(positions / wanted)));
}

inline std::uint32_t bucket_of(std::uint64_t key, unsigned bits) {
    return static_cast<std::uint32_t>(key >> (64 - bits));
}
inline std::uint32_t remainder_of(std::uint64_t key, unsigned bucket_bits, unsigned width) {
    return static_cast<std::uint32_t>(key << bucket_bits >> (64 - width));
}

/// Moves that fewer games play keep no statistics: they are worked out game by game.
inline constexpr std::uint64_t games_with_totals = 8;
/// Lists of games longer than this are rows of their own.
inline constexpr std::size_t longest_inline_list = 1024;

/// Games of a row of segment_column.
inline constexpr std::uint32_t games_a_column = 4096;
inline constexpr unsigned elo_bits = 12, year_bits = 12, result_bits = 2;
inline constexpr unsigned facts_bits = result_bits + 2 * elo_bits + year_bits;

/// What of a stored game goes into its column: Elos and years that have no room there are not known. The largest that
/// has is not stored either, for segments of older programs have it instead of larger ones.
inline GameFacts facts_of(const store::SegmentGame& game) {
    const auto known = [](std::int64_t value) {
        return static_cast<std::uint16_t>(value > 0 && value < (1 << elo_bits) - 1 ? value : 0);
    };
    return {game.result, known(game.white_elo), known(game.black_elo), known(game.date ? game.date->year() : 0)};
}

/// Features of games; those with a material signature are rows of table material, those with a piece on a square of
/// segment_column, where large blobs fill their pages.
enum class FeatureKind : std::uint8_t { material = 1, occupied = 2, ending = 3 };
inline constexpr std::uint32_t first_positions_column = 1U << 15;
inline constexpr std::uint32_t first_occupied_column = 1U << 16;
inline constexpr std::uint32_t first_ending_column = 1U << 17;
inline constexpr std::uint32_t first_header_column = 1U << 18;

inline std::uint32_t column_of(FeatureKind kind, std::uint64_t value) {
    return (kind == FeatureKind::ending ? first_ending_column : first_occupied_column) +
           static_cast<std::uint32_t>(value);
}

/// Of games_a_column games, the `block`-th of their segment. `tag`: its place in column_tags.
inline std::uint32_t header_column_of(std::size_t tag, std::uint32_t block) {
    return first_header_column + static_cast<std::uint32_t>(tag) * (most_games / games_a_column) + block;
}

}  // namespace cofnod::index
