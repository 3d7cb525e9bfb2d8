#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "store/store.hpp"

namespace cofnod::duplicates {

struct DuplicateOptions {
    bool same_moves = true;
    bool contained = true;
    bool readings = true;
    std::uint32_t min_plies = 20;     ///< minimum length of contained records and of different readings
    std::uint32_t most_readings = 6;  ///< maximum number of different moves
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
};

/// Relation of a record to the fullest of its group.
enum class Likeness : std::uint8_t { fullest, same_moves, contained, reading };

std::string_view name_of(Likeness likeness);

struct Duplicate {
    std::int64_t game = 0;
    Likeness likeness = Likeness::fullest;
    std::uint32_t fewer_plies = 0;  ///< number of plies missing compared to the fullest
    std::uint32_t readings = 0;     ///< number of different moves
    bool adds_annotations = false;  ///< has comments or variations that the fullest lacks
};

/// Records of one game, the fullest first: by most moves, most annotations, most tags, lowest id.
using DuplicateGroup = std::vector<Duplicate>;

/// Returns all groups of duplicates, ordered by their lowest ids.
std::vector<DuplicateGroup> find_duplicates(store::Store& store, const DuplicateOptions& options);

}  // namespace cofnod::duplicates
