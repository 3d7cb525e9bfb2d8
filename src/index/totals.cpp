#include "index/totals.hpp"

#include <algorithm>

namespace cofnod::index {

Totals& Totals::operator+=(const Totals& other) {
    games += other.games;
    white_wins += other.white_wins;
    draws += other.draws;
    black_wins += other.black_wins;
    elo_sum += other.elo_sum;
    elo_count += other.elo_count;
    top_elo = std::max(top_elo, other.top_elo);
    last_year = std::max(last_year, other.last_year);
    return *this;
}

}  // namespace cofnod::index
