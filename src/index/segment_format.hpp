#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "index/ascending.hpp"
#include "index/game_facts.hpp"
#include "store/segments.hpp"

/// Constants of the segment format, described in README.md.
namespace cofnod::index {

/// Stored as property "index": format, keys and packed moves. Segments of another version are not read, but made again.
std::string version_text();

inline constexpr std::uint32_t most_games = 1U << 24;  ///< in a segment

/// Number of bits of a game ordinal.
inline unsigned ordinal_bits(std::uint32_t games) { return games > 1 ? std::bit_width(games - 1) : 1; }

/// Maximum number of games of a position in position_few, and of a pawn structure in pawns_few.
inline constexpr std::size_t few_games = 3;

/// Number of key bits stored beyond the bucket number in a position_few or pawns_few row of `count` games: one in 32
/// lookups of other keys is a false match.
inline unsigned remainder_bits(std::size_t count) { return static_cast<unsigned>(std::bit_width(count)) + 4; }

/// Positions are sorted and encoded in 64 independent, cache-sized parts, by the first bits of their keys. A bucket
/// lies within one part.
inline constexpr unsigned part_bits = 6;

/// Returns the number of bucket bits that gives buckets of about 1,500 positions: blobs of half a KiB to one.
inline unsigned bucket_bits(std::uint64_t positions) {
    constexpr std::uint64_t wanted = 1500;
    return std::max(part_bits, static_cast<unsigned>(std::bit_width(positions / wanted)));
}

inline std::uint32_t bucket_of(std::uint64_t key, unsigned bits) {
    return static_cast<std::uint32_t>(key >> (64 - bits));
}
inline std::uint32_t remainder_of(std::uint64_t key, unsigned bucket_bits, unsigned width) {
    return static_cast<std::uint32_t>(key << bucket_bits >> (64 - width));
}

/// Minimum number of games for which a move stores totals; below, they are computed game by game.
inline constexpr std::uint64_t games_with_totals = 8;
/// Maximum size in bytes of a game list stored inline; longer lists get a row in position_games.
inline constexpr std::size_t longest_inline_list = 1024;

/// Number of games per row of segment_column.
inline constexpr std::uint32_t games_a_column = 4096;
inline constexpr unsigned elo_bits = 12, year_bits = 12, result_bits = 2;
inline constexpr unsigned facts_bits = result_bits + 2 * elo_bits + year_bits;

/// Stored in place of an Elo below 0 or above 4094, which counts as unknown.
inline constexpr std::uint16_t odd_elo = (1 << elo_bits) - 1;

/// Returns the facts of a game: ratings and years above 4094 count as unknown.
inline GameFacts facts_of(const store::SegmentGame& game) {
    const auto known = [](std::int64_t value) {
        return static_cast<std::uint16_t>(value > 0 && value < odd_elo ? value : 0);
    };
    return {game.result, known(game.white_elo), known(game.black_elo), known(game.date ? game.date->year() : 0)};
}

/// Returns the facts of a game as its column stores them: with odd_elo.
inline GameFacts stored_facts_of(const store::SegmentGame& game) {
    GameFacts facts = facts_of(game);
    if (game.white_elo < 0 || game.white_elo >= odd_elo) facts.white_elo = odd_elo;
    if (game.black_elo < 0 || game.black_elo >= odd_elo) facts.black_elo = odd_elo;
    return facts;
}

/// Kinds of indexed features. Materials are in table material (material_rows.hpp); the others are in segment_column, in
/// pieces of which eight fill a page.
enum class FeatureKind : std::uint8_t { material = 1, occupied = 2, ending = 3 };
inline constexpr std::uint32_t first_positions_column = 1U << 15;
inline constexpr std::uint32_t first_occupied_column = 1U << 20;
inline constexpr std::uint32_t first_ending_column = 1U << 22;
inline constexpr std::uint32_t first_header_column = 1U << 18;

inline constexpr std::uint32_t most_pieces = 1U << 11;  ///< of a feature: enough for most_games
inline constexpr std::size_t piece_bytes = 2000;        ///< of all pieces but the last

/// Returns the row number of the first piece of a feature.
inline std::uint32_t column_of(FeatureKind kind, std::uint64_t value) {
    return (kind == FeatureKind::ending ? first_ending_column : first_occupied_column) +
           static_cast<std::uint32_t>(value) * most_pieces;
}

/// Returns the row number of a header column. `column`: a GameColumn; `block`: block of games_a_column games.
inline std::uint32_t header_column_of(std::size_t column, std::uint32_t block) {
    return first_header_column + static_cast<std::uint32_t>(column) * (most_games / games_a_column) + block;
}

}  // namespace cofnod::index
