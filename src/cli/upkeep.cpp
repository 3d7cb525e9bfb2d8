#include "cli/upkeep.hpp"

#include <fmt/format.h>

#include "cli/report.hpp"

namespace cofnod::cli {

std::string upkeep_text(const index::Upkeep& upkeep) {
    const auto number = [](std::int64_t count) { return static_cast<std::uint64_t>(count); };
    if (upkeep.segments_made == 0)
        return fmt::format("nothing to do: the index has {}", counted(number(upkeep.segments), "segment"));
    return fmt::format("indexed {}; the index now has {}", counted(number(upkeep.games), "game"),
                       counted(number(upkeep.segments), "segment"));
}

}  // namespace cofnod::cli
