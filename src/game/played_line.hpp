#pragma once

#include <cstdint>
#include <vector>

#include "chess/move.hpp"

namespace cofnod {

/// The main line of a game of chess from the initial position, as who plays it comes by it: for the index, which need
/// not replay the game then.
struct PlayedLine {
    std::vector<std::uint64_t> keys;  ///< Position::key() of all positions, the last included
    std::vector<chess::Move> moves;   ///< one from each position but the last; none is a null move

    void begin(std::uint64_t key) {
        keys.assign(1, key);
        moves.clear();
    }
    /// Not inline: where moves are read, what they are read with stays in the cache instead.
    [[gnu::noinline]] void add(chess::Move move, std::uint64_t key_behind) {
        moves.push_back(move);
        keys.push_back(key_behind);
    }
    void clear() {
        keys.clear();
        moves.clear();
    }
    /// True if the line is not known.
    [[nodiscard]] bool empty() const { return keys.empty(); }
};

}  // namespace cofnod
