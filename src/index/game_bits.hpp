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

inline std::vector<std::uint64_t> all_games(const Run& run) {
    std::vector<std::uint64_t> games((run.games() + 63) / 64, ~std::uint64_t{0});
    if (run.games() % 64 != 0) games.back() >>= 64 - run.games() % 64;
    return games;
}

inline bool contains(const std::vector<std::uint64_t>& games, std::uint32_t ordinal) {
    return (games[ordinal / 64] >> ordinal % 64 & 1) != 0;
}

inline void add(std::vector<std::uint64_t>& games, std::uint32_t ordinal) {
    games[ordinal / 64] |= std::uint64_t{1} << ordinal % 64;
}

/// `ids`: of games of the run.
inline std::vector<std::uint64_t> bits_of(const Run& run, const std::vector<std::int64_t>& ids) {
    std::vector<std::uint64_t> games((run.games() + 63) / 64);
    for (const std::int64_t id : ids) add(games, static_cast<std::uint32_t>(id - run.first));
    return games;
}

inline std::vector<std::int64_t> ids_of(const Run& run, const std::vector<std::uint64_t>& games) {
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < games.size(); ++i)
        for (std::uint64_t word = games[i]; word != 0; word &= word - 1)
            ids.push_back(run.first + static_cast<std::int64_t>(i * 64) + std::countr_zero(word));
    return ids;
}

}  // namespace cofnod::index
