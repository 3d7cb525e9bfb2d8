#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod::importers {

/// A paragraph between games, or a heading.
struct Passage {
    SourceSpan span;
    std::string_view kind;  ///< as in table separator
    std::string text;       ///< UTF-8
};

/// Bytes that belong to no game: blank lines, escaped lines, a page's heading, text about other things.
struct Separator {
    SourceSpan span;
    std::vector<Passage> passages;  ///< all that is not blank
};

}  // namespace cofnod::importers

namespace cofnod {

struct GameRecord;
struct PlayedLine;

}  // namespace cofnod

namespace cofnod::importers {

/// Receives what importers read. Games come in the order of the source; all games and separators together cover its
/// bytes. A game that a comment of the next one quotes has a place, but no bytes: its span is empty.
class Sink {
public:
    virtual ~Sink() = default;

    /// `game` is reused as a buffer after the call.
    virtual void add_game(GameRecord&& game) = 0;
    /// Receives bytes that belong to no game.
    virtual void add_separator(const Separator& separator) = 0;
    /// Everything before byte `end` has been handed over: a suitable point to commit.
    virtual void reached(std::uint64_t end) = 0;
    /// Receives the line of the game that comes next, if it was kept (Options::keep_lines); reused like a game.
    virtual void add_line(PlayedLine&&) {}
};

}  // namespace cofnod::importers
