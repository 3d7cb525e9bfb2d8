#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/game_facts.hpp"

namespace cofnod::index {

/// The bytes of one bucket of keys.
struct Bucket {
    std::uint32_t number;
    std::string once;    ///< empty: none
    std::string shared;  ///< empty: none
};

/// One part of a segment, ready to be written: the buckets of the keys that begin with the same bits.
struct Part {
    std::vector<Bucket> buckets;
    std::vector<std::string> long_lists;  ///< named by first_list + their place
};

/// Facts about the segment that the encoder needs.
struct SegmentShape {
    std::uint32_t games;
    unsigned bucket_bits;
    std::span<const GameFacts> facts;  ///< of each game
};

/// Turns entries, sorted by key, into bytes. `first_list`: the number of the first long list.
Part encode(std::span<const Entry> entries, const SegmentShape& shape, std::uint32_t first_list);

}  // namespace cofnod::index
