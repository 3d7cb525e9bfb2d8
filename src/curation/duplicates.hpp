#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "store/store.hpp"

namespace cofnod::curation {

struct DuplicateOptions {
    bool same_moves = true;
    bool contained = true;
    bool readings = true;
    std::uint32_t min_plies = 20;     ///< that a record contained in another must have, and both of different readings
    std::uint32_t most_readings = 6;  ///< moves in which two records of one game may differ
};

/// How a record stands to the fullest of its group.
enum class Likeness : std::uint8_t { fullest, same_moves, contained, reading };

std::string_view name_of(Likeness likeness);

struct Duplicate {
    std::int64_t game = 0;
    Likeness likeness = Likeness::fullest;
    std::uint32_t fewer_plies = 0;  ///< than the fullest has
    std::uint32_t readings = 0;     ///< moves that differ
    bool adds_annotations = false;  ///< it has comments or variations that the fullest has not
};

/// Records of one game, the fullest first: it has the most moves, then the most annotations, tags, the lowest id.
using DuplicateGroup = std::vector<Duplicate>;

/// In the order of their lowest ids.
std::vector<DuplicateGroup> find_duplicates(store::Store& store, const DuplicateOptions& options);

}  // namespace cofnod::curation
