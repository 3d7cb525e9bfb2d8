#include "terminal/upkeep_text.hpp"

#include "base/say.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

std::string upkeep_text(const index::Upkeep& upkeep) {
    const auto number = [](std::int64_t count) { return static_cast<std::uint64_t>(count); };
    if (upkeep.segments_made == 0)
        return say("nothing to do: the index has {}", counted(number(upkeep.segments), "{} segment", "{} segments"));
    return say("indexed {}; the index now has {}", counted_games(number(upkeep.games)),
               counted(number(upkeep.segments), "{} segment", "{} segments"));
}

}  // namespace cofnod::terminal
