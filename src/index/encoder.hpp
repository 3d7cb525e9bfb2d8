#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/few_pawns.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

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

/// Encoded pawn structures of few games.
struct PawnBucket {
    std::uint32_t number;
    std::string content;
};
/// Encodes pawn structures sorted by key: those of few games, which are added to `few`.
std::vector<PawnBucket> encode_pawns(std::span<const Entry> structures, const SegmentShape& shape, FewPawns& few);

}  // namespace cofnod::index
