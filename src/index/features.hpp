#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/game_facts.hpp"
#include "index/segment_format.hpp"
#include "store/game_reader.hpp"

namespace cofnod::index {

/// Games with one feature as stored: their ascending ordinals, or the complement if that is shorter.
struct Feature {
    FeatureKind kind;
    std::uint64_t value;
    std::uint64_t games;
    std::string content;
    std::uint64_t positions = 0;  ///< positions with this material (kind material only)
};

/// Returns, for one piece, the games by square that it ever occupies. Value: Piece::index() * 64 + Square::index().
std::vector<Feature> occupied_features(std::span<const Traits> games, std::size_t piece);

/// Returns the games by ending. Value: Ending.
std::vector<Feature> ending_features(std::span<const Traits> games);

/// Returns the games by material signature, in ascending order: rows inserted in key order fill pages sequentially.
std::vector<Feature> material_features(std::span<const std::span<const Material>> chunks, std::uint32_t games);

/// Sets the bits of the games of a feature, game 0 lowest.
void add_games(std::vector<std::uint64_t>& bits, std::uint64_t count, std::string_view content, std::uint32_t games);

/// Returns the games of a feature as a bit set, game 0 lowest.
std::vector<std::uint64_t> games_with(std::uint64_t count, std::string_view content, std::uint32_t games);

// Rows of table material: the materials of a segment by ascending signature, about a kilobyte per row. Row 0 lists the
// first signatures of the others.

/// A material signature with its number of positions and its games.
struct MaterialGames {
    std::uint64_t signature;
    std::uint64_t positions;
    std::uint64_t games;
    std::string_view content;  ///< as Feature::content
};

/// Returns the rows, from number 0 on; none if there are no materials. `materials`: by ascending signature.
std::vector<std::string> material_rows(std::span<const Feature> materials);

/// Returns the number of rows in a list (row 0).
std::uint32_t count_material_rows(std::string_view list);

/// Returns the number of the only row that may have a signature; nullopt if there is none.
std::optional<std::uint32_t> find_material_row(std::string_view list, std::uint64_t signature);

/// Removes the next material from the front of a row other than the list; nullopt at its end, or if it is damaged.
/// `before`: the previous signature, or 0.
std::optional<MaterialGames> take_material(std::string_view& row, std::uint64_t before);

// Columns of a segment with one number per game, so that games need not be read: names, date, form and other columns of
// table game.

enum class GameColumn : std::uint8_t {
    white,
    black,
    event,
    site,
    date,
    form,
    state,
    plies,
    opening,
    round,       ///< round_number()
    low_moves,   ///< the lower half of moves_hash()
    high_moves,  ///< its upper half
};
inline constexpr std::size_t game_column_count = 12;

/// Names by GameColumn: those of tags first, then those of table game.
inline constexpr std::array<std::string_view, game_column_count> game_column_names = {
    "White", "Black", "Event", "Site", "Date", "form", "state", "ply_count", "opening", "round", "moves", "moves"};
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

/// Returns the number by which rounds are ordered, 2.9 before 2.10: 1,024 times the first number plus the second, each
/// as large as fits; nullopt if the round does not begin with a number.
std::optional<std::int64_t> round_number(std::string_view round);

/// Returns a number that games with the same rules, start position and moves have in common, and almost never others;
/// 0 without moves.
std::uint64_t moves_hash(GameKind kind, std::string_view start, std::string_view moves);

/// The games of a segment that have variations, and the size of the part that indexes these.
struct LinesOfSegment {
    std::int64_t first_game = 0;  ///< first game of the segment
    std::span<const store::VariationCount> games;
    std::int64_t positions = 0;
    unsigned bucket_bits = 0;  ///< 0: there are too many variations for an index
};
/// Encodes them as a row of segment_column: bucket bits, positions, number of games, and for each how far its ordinal is
/// above the one before, and its variations.
std::string lines_row(const LinesOfSegment& lines);

/// Encodes the codes of up to games_a_column games.
std::string header_column(std::span<const std::uint32_t> codes);
/// Decodes a header column; damaged bytes give wrong codes.
void read_header_column(std::string_view bytes, std::span<std::uint32_t> codes);

}  // namespace cofnod::index
