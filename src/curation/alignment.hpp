#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cofnod::curation {

/// Moves as numbers that tell one from another (line.hpp).
using Line = std::vector<std::uint32_t>;

/// How many moves must be changed, left out or put in so that one line is the other or its beginning; nullopt: more
/// than `most`. What the longer line has behind that counts for nothing.
std::optional<std::uint32_t> readings_apart(const Line& a, const Line& b, std::uint32_t most);

/// One row of several lines laid side by side: for each line the number of its move from 0, or nullopt where it has
/// none that corresponds.
using AlignedRow = std::vector<std::optional<std::uint32_t>>;

/// The lines laid side by side, each along the first, with few differences, and with few moves left out.
/// Rows stand in playing order.
std::vector<AlignedRow> align(std::span<const Line> lines);

}  // namespace cofnod::curation
