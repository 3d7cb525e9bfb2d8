#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cofnod {

/// Number of earlier occurrences of the last key; 2 means threefold repetition. `keys` holds one key per position from
/// the start of the game; only the last `quiet_plies` before it, after the last irreversible move, are compared.
inline int earlier_occurrences(std::span<const std::uint64_t> keys, int quiet_plies) {
    if (keys.empty()) return 0;
    const std::size_t before = keys.size() - 1;
    const std::size_t reach = std::min(before, static_cast<std::size_t>(std::max(quiet_plies, 0)));
    const auto earlier = keys.subspan(before - reach, reach);
    return static_cast<int>(std::count(earlier.begin(), earlier.end(), keys.back()));
}

/// True after fifty moves each: a draw may be claimed. Quiet plies in chess: without capture or pawn move (FIDE
/// Laws 9.3); in Camelot: without a capture or an entry into an enemy castle.
inline bool is_fifty_move_draw(int quiet_plies) { return quiet_plies >= 100; }

}  // namespace cofnod
