#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Who played, where and when, as columns of a segment: one need not read the games to know.
namespace cofnod::index {

inline constexpr std::array<std::string_view, 5> column_tags = {"White", "Black", "Event", "Site", "Date"};

/// The place of a tag in column_tags.
std::optional<std::size_t> column_tag(std::string_view name);

/// Value of a column for a game: 1 + store::TagScan::number of its tag, or this.
inline constexpr std::uint32_t ask_the_game = 0;
std::uint32_t tag_code(std::optional<std::int64_t> number);

/// Values of up to games_a_column games.
std::string header_column(std::span<const std::uint32_t> codes);
/// Damaged bytes give wrong codes.
void read_header_column(std::string_view bytes, std::span<std::uint32_t> codes);

}  // namespace cofnod::index
