#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers::json {

/// True for what an engine of Lichess says of each move: [{"eval":12},{"mate":3}].
bool is_analysis(std::string_view analysis);

/// Returns for each move what PGN has behind it: `$2 {[%eval 0.12] [%clk 0:09:58]} {Mistake. Nf3 was best.} (Nf3 d6)`.
/// `clocks` are commands; both lists may be empty, or of fewer than `count` moves. Evaluations are in pawns for White.
std::vector<std::string> annotations_of(std::string_view analysis, std::size_t count,
                                        const std::vector<std::string>& clocks);

}  // namespace cofnod::importers::json
