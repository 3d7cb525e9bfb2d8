#pragma once

#include <string>

namespace cofnod {
struct GameRecord;
}

namespace cofnod::jobs {

/// Returns a game as its source has it, in UTF-8; if that was not kept, as export writes it. `charset`: of the source.
std::string kept_text(const GameRecord& game, const std::string& charset);

}  // namespace cofnod::jobs
