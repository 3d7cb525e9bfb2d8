#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cofnod::curation {

/// A main line as move numbers (line.hpp).
using Line = std::vector<std::uint32_t>;

/// Returns the edit distance in moves between the shorter line and the closest prefix of the longer; nullopt: more than
/// `most`.
std::optional<std::uint32_t> readings_apart(const Line& a, const Line& b, std::uint32_t most);

/// A row of an alignment: for each line the index of its move, or nullopt for a gap.
using AlignedRow = std::vector<std::optional<std::uint32_t>>;

/// Aligns each line with the first at minimum cost. Returns rows in playing order.
std::vector<AlignedRow> align(std::span<const Line> lines);

}  // namespace cofnod::curation
