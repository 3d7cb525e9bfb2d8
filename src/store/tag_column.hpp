#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cofnod::store {

/// The column of table game that holds the value of a tag.
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

/// For each of the tag names of a game its column: only the first of a name has one.
std::vector<TagColumn> columns_of(const std::vector<std::string_view>& tag_names);

/// "2750": the number whose plain decimal form the text is. What is none, no column of numbers has.
std::optional<std::int64_t> plain_number(std::string_view text);

}  // namespace cofnod::store
