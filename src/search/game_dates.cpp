#include "search/game_dates.hpp"

#include "index/header_columns.hpp"
#include "store/tag_scan.hpp"

namespace cofnod::search {

std::vector<std::int32_t> GameDates::of(const index::Run& run, index::PositionIndex& index) {
    constexpr std::int64_t before_first = store::TagScan::first_number;
    std::vector<std::int32_t> dates;
    dates.reserve(run.games());
    for (const std::uint32_t code : index.tag_codes(run, *index::column_tag("Date"))) {
        const std::int64_t number = std::int64_t{code} - 1;
        if (code == index::ask_the_game) {
            const auto game = reader_.header(run.first + static_cast<std::int64_t>(dates.size()));
            dates.push_back(game && game->date ? game->date->number() : 0);
        } else {
            dates.push_back(number < before_first ? 0 : static_cast<std::int32_t>(number - before_first));
        }
    }
    return dates;
}

}  // namespace cofnod::search
