#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cofnod::store {

/// Column of table game that holds the value of a tag.
enum class TagColumn : std::uint8_t {
    none,  ///< in game_tag
    event,
    site,
    date,
    round,
    white,
    black,
    result,
    white_elo,
    black_elo,
    eco,
    start,   ///< tag FEN
    set_up,  ///< always "1"
    ply_count,
};

/// Returns the column of each tag of a game; repeated names have none.
std::vector<TagColumn> columns_of(const std::vector<std::string_view>& tag_names);

/// Returns the number if the text is its canonical decimal form ("2750"); only such values fit a numeric column.
std::optional<std::int64_t> plain_number(std::string_view text);

}  // namespace cofnod::store
