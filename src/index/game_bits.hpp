#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "index/position_index.hpp"

/// Bit sets of the games of a run, the first game lowest.
namespace cofnod::index {

inline std::uint64_t count_of(const std::vector<std::uint64_t>& games) {
    std::uint64_t count = 0;
    for (const std::uint64_t word : games) count += static_cast<std::uint64_t>(std::popcount(word));
    return count;
}

inline std::vector<std::int64_t> ids_of(const Run& run, const std::vector<std::uint64_t>& games) {
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < games.size(); ++i)
        for (std::uint64_t word = games[i]; word != 0; word &= word - 1)
            ids.push_back(run.first + static_cast<std::int64_t>(i * 64) + std::countr_zero(word));
    return ids;
}

}  // namespace cofnod::index
