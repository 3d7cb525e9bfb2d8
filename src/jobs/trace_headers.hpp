#pragma once

#include <string_view>
#include <vector>

#include "game/record.hpp"

namespace cofnod::jobs {

/// Finds the values of a game's tags in its text, before its first move and behind its last: `[White "A. Jones"]`,
/// `A. Jones – B. Evans`. `moves`: where the moves and comments stand. A value that the text has in other words, a
/// date in most, is left out.
std::vector<Trace::Item> find_headers(std::string_view text, const GameRecord& game,
                                      const std::vector<Trace::Item>& moves);

}  // namespace cofnod::jobs
