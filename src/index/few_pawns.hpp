#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/game_facts.hpp"

namespace cofnod::index {

/// The pawn structures that few games of a segment have, by game and place in the game.
class FewPawns {
public:
    explicit FewPawns(std::span<const Traits> games) {
        std::uint32_t structures = 0;
        first_.reserve(games.size());
        for (const Traits& game : games) {
            first_.push_back(structures);
            structures += game.structures;
        }
        is_few_.resize(structures);
    }

    /// `structure`: as in Extract::structures. Threads may add at once.
    void add(const Entry& structure) { is_few_[first_[structure.game] + structure.move] = 1; }
    [[nodiscard]] bool contains(std::uint32_t game, std::uint32_t structure) const {
        return is_few_[first_[game] + structure] != 0;
    }

private:
    std::vector<std::uint32_t> first_;  ///< by game
    std::vector<std::uint8_t> is_few_;  ///< bytes, for threads to write beside each other
};

}  // namespace cofnod::index
