#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/ascending.hpp"
#include "index/game_facts.hpp"
#include "store/segments.hpp"

/// Constants of the segment format, described in src/store/README.md.
namespace cofnod::index {

/// Returns the value of property "index": versions of format, keys and packed moves. Segments of another version are
/// not read; they are rebuilt.
std::string version_text();

inline constexpr std::uint32_t most_games = 1U << 24;  ///< maximum number of games in a segment

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

/// Returns the number of bucket bits that gives buckets of about 1,500 positions: blobs of 0.5 to 1 KiB.
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
inline constexpr unsigned elo_bits = 12, year_bits = 12, result_bits = 3;
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

/// Returns the facts of a game as stored in its column, with odd_elo.
inline GameFacts stored_facts_of(const store::SegmentGame& game) {
    GameFacts facts = facts_of(game);
    if (game.white_elo < 0 || game.white_elo >= odd_elo) facts.white_elo = odd_elo;
    if (game.black_elo < 0 || game.black_elo >= odd_elo) facts.black_elo = odd_elo;
    return facts;
}

/// Kinds of indexed features. Materials are in table material (features.hpp); the others are in segment_column, split
/// into pieces, eight of which fill a page.
enum class FeatureKind : std::uint8_t { material = 1, occupied = 2, ending = 3 };
inline constexpr std::uint32_t first_positions_column = 1U << 15;
inline constexpr std::uint32_t first_occupied_column = 1U << 20;
inline constexpr std::uint32_t first_ending_column = 1U << 22;
inline constexpr std::uint32_t first_header_column = 1U << 18;
inline constexpr std::uint32_t lines_column = 1U << 17;  ///< LinesOfSegment, in the part of variations

inline constexpr std::uint32_t most_pieces = 1U << 11;  ///< pieces per feature: enough for most_games
inline constexpr std::size_t piece_bytes = 2000;        ///< size of all pieces except the last

/// Returns the row number of the first piece of a feature.
inline std::uint32_t column_of(FeatureKind kind, std::uint64_t value) {
    return (kind == FeatureKind::ending ? first_ending_column : first_occupied_column) +
           static_cast<std::uint32_t>(value) * most_pieces;
}

/// Returns the row number of a header column. `column`: a GameColumn; `block`: block of games_a_column games.
inline std::uint32_t header_column_of(std::size_t column, std::uint32_t block) {
    return first_header_column + static_cast<std::uint32_t>(column) * (most_games / games_a_column) + block;
}

/// Encoded bytes of one bucket of keys.
struct Bucket {
    std::uint32_t number;
    std::string few;     ///< empty: none
    std::string shared;  ///< empty: none
};

/// Encoded part of a segment: the buckets of all keys with the same first part_bits bits.
struct SegmentPart {
    std::vector<Bucket> buckets;
    std::vector<std::string> long_lists;  ///< numbered from first_list on
};

/// Segment facts needed by the encoder.
struct SegmentShape {
    std::uint32_t games;
    unsigned bucket_bits;
    std::span<const GameFacts> facts;  ///< by game
};

/// Encodes positions sorted by key. `first_list`: number of the first long list.
SegmentPart encode(std::span<const Entry> entries, const SegmentShape& shape, std::uint32_t first_list);

/// Encoded bucket of pawn structures that few games have.
struct PawnBucket {
    std::uint32_t number;
    std::string content;
};
/// Encodes, from pawn structures sorted by key, those that few games have, and adds them to `few`.
std::vector<PawnBucket> encode_pawns(std::span<const Entry> structures, const SegmentShape& shape, FewPawns& few);

// Decoding of segment rows. Damaged bytes give wrong results, but never out-of-range numbers, endless loops or reads
// out of bounds.

/// A move from a position shared by several games of the segment.
struct SharedMove {
    std::uint32_t move = 0;  ///< Entry::move
    std::uint64_t games = 0;
    bool has_totals = false;
    Totals totals;              ///< valid if has_totals
    std::uint32_t list = 0;     ///< number of the position_games row, if `ordinals` is empty
    std::string_view ordinals;  ///< ordinals of the games, encoded ascending
    std::vector<std::uint32_t>
        of_part;  ///< ordinals in a part of the segment (PositionIndex::shared), which has no totals
};

struct SharedPosition {
    std::uint64_t games = 0;
    bool is_shared = false;  ///< set by PositionIndex: few games of the segment have it otherwise
    std::vector<SharedMove> moves;
    /// Totals of all games, if a game counts for several moves; otherwise the totals of the moves add up.
    std::optional<Totals> totals;
};

/// Returns the position with this key in a bucket of position_shared.
SharedPosition find_shared(std::string_view bucket, std::uint64_t key, std::uint32_t games);

/// Appends the candidates for a position or a pawn structure with this key in a bucket of position_few or pawns_few.
void find_few(std::string_view bucket, std::uint64_t key, unsigned bucket_bits, std::uint32_t games,
              std::vector<std::uint32_t>& found);

/// Returns the facts of a game from a row of segment_column. `ordinal`: of the game in its segment.
std::optional<GameFacts> facts_in(std::string_view column, std::uint32_t ordinal);
/// Reads the stored facts, with odd_elo, of the first games of a row. Returns false if the row is too short.
bool read_stored_facts(std::string_view column, std::span<GameFacts> facts);

}  // namespace cofnod::index
