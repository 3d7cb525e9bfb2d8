#pragma once

#include <cstdint>

#include "game/record.hpp"

namespace cofnod::importers {

/// Where importers put what they read. Games come in the order of the source; the bytes of all games and all
/// separators together are the bytes of the source.
class Sink {
public:
    virtual ~Sink() = default;

    /// Whatever is left in `game`, its memory is used for the next.
    virtual void add_game(GameRecord&& game) = 0;
    /// Bytes between games that belong to none: blank lines, escaped lines, a page's heading.
    virtual void add_separator(const SourceSpan& span) = 0;
    /// Everything before byte `end` has been handed over: a good moment to commit.
    virtual void reached(std::uint64_t end) = 0;
};

}  // namespace cofnod::importers
