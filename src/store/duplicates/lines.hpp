#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "store/duplicates/groups.hpp"

namespace cofnod::duplicates {

/// A main line as move numbers (line_of).
using Line = std::vector<std::uint32_t>;

/// Returns the edit distance in moves between the shorter line and the closest prefix of the longer; nullopt: more than
/// `most`.
std::optional<std::uint32_t> readings_apart(const Line& a, const Line& b, std::uint32_t most);

/// A row of an alignment: for each line the index of its move, or nullopt for a gap.
using AlignedRow = std::vector<std::optional<std::uint32_t>>;

/// Aligns each line with the first at minimum cost. Returns rows in playing order.
std::vector<AlignedRow> align(std::span<const Line> lines);

/// Returns the main line of a game (RecordedGame::number_in_line), as far as it can be read.
Line line_of(GameKind kind, std::string_view start, std::string_view moves);

/// A record that may be a different reading of another.
struct NearLine {
    Index record;
    std::uint32_t people;  ///< number that identifies the players of the record
    Line line;
};

/// Joins records that differ in at least one and at most `most` moves, in proportion to their length. `may_be` returns
/// true if players of two numbers may be the same. Of two lines of equal length the first given counts as the shorter.
/// Returns the number of places compared, a measure of the work.
///
/// Avoids comparing all pairs: if a line is cut into more blocks than the allowed differences, some block must occur
/// unchanged in the other line near the same place. Only the rarest blocks are looked up, and joined records are not
/// compared again.
std::uint64_t join_near_lines(const std::vector<NearLine>& lines, std::uint32_t most,
                              const std::function<bool(std::uint32_t, std::uint32_t)>& may_be, Groups& groups);

}  // namespace cofnod::duplicates
