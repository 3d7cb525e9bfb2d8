#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Columns of a segment that hold numbers of each game, so that games need not be read: names, date, form and others of
/// table game.
namespace cofnod::index {

enum class GameColumn : std::uint8_t { white, black, event, site, date, form, state, plies, opening };
inline constexpr std::size_t game_column_count = 9;

/// Names by GameColumn: those of tags first, then those of table game.
inline constexpr std::array<std::string_view, game_column_count> game_column_names = {
    "White", "Black", "Event", "Site", "Date", "form", "state", "ply_count", "opening"};
inline constexpr std::array<std::string_view, 5> column_tags = {"White", "Black", "Event", "Site", "Date"};

/// Returns the index of a tag in column_tags.
std::optional<std::size_t> column_tag(std::string_view name);

/// Code of a value that the column cannot hold; other codes are 1 + store::TagScan::number.
inline constexpr std::uint32_t ask_the_game = 0;
std::uint32_t tag_code(std::optional<std::int64_t> number);

/// Codes of an id without a game, or a game without the tag; and of NULL in table game.
inline constexpr std::uint32_t no_value = 1, null_value = 2;
/// The code of number n of table game is first_value + n.
inline constexpr std::uint32_t first_value = 3;

/// Returns the code of a value of table game; nullopt: NULL.
std::uint32_t value_code(std::optional<std::int64_t> value);

/// Encodes the codes of up to games_a_column games.
std::string header_column(std::span<const std::uint32_t> codes);
/// Decodes a header column; damaged bytes give wrong codes.
void read_header_column(std::string_view bytes, std::span<std::uint32_t> codes);

}  // namespace cofnod::index
