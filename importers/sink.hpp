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
    std::string_view kind;  ///< see table separator
    std::string text;       ///< UTF-8
};

/// Bytes that belong to no game: blank lines, escaped lines, a page heading, unrelated text.
struct Separator {
    SourceSpan span;
    std::vector<Passage> passages;  ///< all non-blank text
};

}  // namespace cofnod::importers

namespace cofnod {

struct GameRecord;
struct PlayedLine;

}  // namespace cofnod

namespace cofnod::importers {

/// Receives what importers read. Games arrive in the order of the source; all games and separators together cover its
/// bytes. A game quoted in a comment of the next one has a place but no bytes: its span is empty.
class Sink {
public:
    virtual ~Sink() = default;

    /// Receives a game. `game` is reused as a buffer after the call.
    virtual void add_game(GameRecord&& game) = 0;
    /// Receives bytes that belong to no game.
    virtual void add_separator(const Separator& separator) = 0;
    /// Reports that everything before byte `end` has been delivered: a suitable point to commit.
    virtual void reached(std::uint64_t end) = 0;
    /// Receives the line of the next game, if it was kept (Options::keep_lines); reused like a game.
    virtual void add_line(PlayedLine&&) {}
};

}  // namespace cofnod::importers
