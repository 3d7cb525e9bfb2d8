#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Columns of a segment that hold the players, event, site and date of each game, so that games need not be read.
namespace cofnod::index {

inline constexpr std::array<std::string_view, 5> column_tags = {"White", "Black", "Event", "Site", "Date"};

/// Returns the index of a tag in column_tags.
std::optional<std::size_t> column_tag(std::string_view name);

/// Code of a tag value that the column cannot hold; other codes are 1 + store::TagScan::number.
inline constexpr std::uint32_t ask_the_game = 0;
std::uint32_t tag_code(std::optional<std::int64_t> number);

/// Encodes the codes of up to games_a_column games.
std::string header_column(std::span<const std::uint32_t> codes);
/// Decodes a header column; damaged bytes give wrong codes.
void read_header_column(std::string_view bytes, std::span<std::uint32_t> codes);

}  // namespace cofnod::index
