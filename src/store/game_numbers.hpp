#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <unordered_map>
#include <vector>

#include "store/store.hpp"

namespace cofnod::store {

/// Numbers of a game, as they stand in table game.
struct GameNumbers {
    static constexpr std::int64_t null = std::numeric_limits<std::int64_t>::min();

    std::int64_t id = 0;
    std::int64_t form = null, state = null, result = null, plies = null;
    std::int64_t white = null, black = null, date = null, opening = null;
};

using EachGameNumbers = std::function<void(const GameNumbers&)>;
/// Visits all games, in order: by the columns of the position index where it has them (search::for_each_numbers).
using VisitGameNumbers = std::function<void(const EachGameNumbers& each)>;

/// Visits the rows of the games first to last.
void for_each_numbers(const Store& store, std::int64_t first, std::int64_t last, const EachGameNumbers& each);

/// Counts by the id of a row, or another number.
class CountById {
public:
    std::int64_t& operator[](std::int64_t id);
    [[nodiscard]] std::int64_t of(std::int64_t id) const;
    /// Visits the ids that were counted, in no order.
    void for_each(const std::function<void(std::int64_t id, std::int64_t count)>& each) const;

private:
    std::vector<std::int64_t> small_;
    std::unordered_map<std::int64_t, std::int64_t> others_;
};

}  // namespace cofnod::store
