#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/game_facts.hpp"

namespace cofnod::index {

/// Encoded bytes of one bucket of keys.
struct Bucket {
    std::uint32_t number;
    std::string once;    ///< empty: none
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

/// Encodes entries sorted by key. `first_list`: number of the first long list.
SegmentPart encode(std::span<const Entry> entries, const SegmentShape& shape, std::uint32_t first_list);

}  // namespace cofnod::index
