#pragma once

#include <cstdint>
#include <vector>

#include "index/position_index.hpp"
#include "store/game_reader.hpp"

namespace cofnod::search {

/// Reads the dates of all games of a segment from its columns, as PartialDate::number(); 0: unknown.
class GameDates {
public:
    explicit GameDates(store::Store& store) : reader_(store) {}

    std::vector<std::int32_t> of(const index::Run& run, index::PositionIndex& index);

private:
    store::GameReader reader_;
};

}  // namespace cofnod::search
