#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cofnod {

/// How often the last of these position keys stands earlier among them; 2 means a threefold repetition.
/// `keys` holds one key a position, from the start of the game; only those after the last move that cannot be undone,
/// the last `quiet_plies` of them, can be equal.
inline int earlier_occurrences(std::span<const std::uint64_t> keys, int quiet_plies) {
    if (keys.empty()) return 0;
    const std::size_t before = keys.size() - 1;
    const std::size_t reach = std::min(before, static_cast<std::size_t>(std::max(quiet_plies, 0)));
    const auto earlier = keys.subspan(before - reach, reach);
    return static_cast<int>(std::count(earlier.begin(), earlier.end(), keys.back()));
}

}  // namespace cofnod
