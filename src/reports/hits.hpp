#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "operations/options/arguments.hpp"
#include "reports/game_export.hpp"
#include "search/search.hpp"

namespace cofnod {

struct GamePlace;

}  // namespace cofnod

namespace cofnod::cql {

struct FoundGame;

}  // namespace cofnod::cql

namespace cofnod::reports {

// Positions found: hits as values that come from a query, a CQL script or a file, and go to any writer of positions.

/// A place in the line of a hit, in plies: `found`, `found-1`, `start+4`, `end`, `12`.
struct LinePlace {
    enum class From : std::uint8_t { found, start, end };
    From from = From::found;
    std::int64_t plies = 0;  ///< added

    bool operator==(const LinePlace&) const = default;

    /// Returns the ply in a line of `length` plies, moved to its nearest end if it is outside.
    [[nodiscard]] std::uint32_t in(const search::Hit& hit, std::uint32_t length) const;
};

/// Reads a place; nullopt if the text is none.
std::optional<LinePlace> read_place(std::string_view text);

/// Adds the option `--at PLACE`.
void add_at(options::Arguments& arguments, std::optional<LinePlace>& at);

/// A part of a line: `found-1..found+12`, `found..`, `..20`.
struct LinePart {
    LinePlace from{LinePlace::From::start}, to{LinePlace::From::end};
};
std::optional<LinePart> read_part(std::string_view text);

/// Adds the option `--part FROM..TO`.
void add_part(options::Arguments& arguments, std::optional<LinePart>& part);

/// Returns the tags but those with one of these names.
Tags tags_without(const Tags& tags, std::initializer_list<std::string_view> names);

/// Returns the moves from ply `from` to `to` as a game of its own: with the position that it starts from, and with the
/// signs, comments and variations of its moves.
GameRecord part_of(const GameRecord& record, std::uint32_t from, std::uint32_t to);

/// Calls `take` with the record whose main line is that of the hit: the record itself, or a copy with the moves of its
/// variation. Does nothing if there is no such line.
void with_line_of(const search::Hit& hit, const GameRecord& record, const std::function<void(const GameRecord&)>& take);

/// Returns the places that `at` names for the hits of a game; none for a hit in a line that the game lacks, or without
/// a ply. A place before the first move of a variation is in the line that the variation leaves.
std::vector<GamePlace> places_of(std::span<const search::Hit> hits, const GameRecord& record, const LinePlace& at = {});

/// Moves of a line as text, from one of its positions on.
struct LineText {
    std::string before;         ///< the move that led to the position: "24. Rg1+"; empty at the start
    std::string moves;          ///< "24... Kh7 25. Rh1#"
    std::string_view standing;  ///< "White to move", to be translated
    bool is_white_to_move = true;
};
LineText line_text(const GameRecord& line, std::uint32_t from, std::uint32_t to, const notation::Language& language);

/// Calls `take` with the position of a hit, or the one at another place of its line.
void with_position_of(const search::Hit& hit, const GameRecord& record, const LinePlace& at,
                      const notation::Language& language, const std::function<void(const ExportedPosition&)>& take);

/// Returns the hits among the positions that a script matches in a game.
std::vector<search::Hit> hits_of(const cql::FoundGame& game, search::Found found);

/// Reads hits as text, a line each: the id of a game and a ply, or a game, a variation (Hit::line) and a ply, separated
/// by blanks, tabs or commas; or an object of JSON with members `game` or `id`, `ply` and `variation`. Skips a head of
/// column names and empty lines. Throws UsageError for any other line, with its number and `name`, that of the file.
std::vector<search::Hit> read_hits(std::string_view text, const std::string& name);

}  // namespace cofnod::reports
