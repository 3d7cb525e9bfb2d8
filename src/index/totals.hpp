#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// Statistics of a set of games.
struct Totals {
    std::uint64_t games = 0;
    std::uint64_t white_wins = 0, draws = 0, black_wins = 0;  ///< other games have no result
    std::uint64_t elo_sum = 0, elo_count = 0;                 ///< of the side to move, where known
    std::uint16_t top_elo = 0;                                ///< 0: unknown
    std::uint16_t last_year = 0;                              ///< 0: unknown

    void add(const index::GameFacts& game, bool white_to_move) {
        ++games;
        white_wins += game.result == Result::white_wins;
        draws += game.result == Result::draw;
        black_wins += game.result == Result::black_wins;
        const std::uint16_t elo = white_to_move ? game.white_elo : game.black_elo;
        elo_sum += elo;
        elo_count += elo > 0;
        top_elo = elo > top_elo ? elo : top_elo;
        last_year = game.year > last_year ? game.year : last_year;
    }
    Totals& operator+=(const Totals& other);

    bool operator==(const Totals&) const = default;
};

}  // namespace cofnod::index
