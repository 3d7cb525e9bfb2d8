#pragma once

#include <cstddef>
#include <string>

#include "game/record.hpp"
#include "notation/language.hpp"
#include "pgn/move_style.hpp"

/// PGN as the standard of 1994 wants it exported (chapter 8): the same record always gives the same bytes.
namespace cofnod::pgn {

struct WriteOptions {
    const notation::Language* language;     ///< the letters of the moves; tags and results stay English and ASCII
    MoveStyle style = MoveStyle::standard;  ///< other styles need no language
    bool reduced = false;                   ///< the seven standard tags and the moves only
    std::size_t width = 79;                 ///< longest line of movetext, in code points
};

/// Appends the game, with the empty line that follows it. The seven standard tags come first, the others in ASCII
/// order. What the standard leaves open:
///   - a comment that contains `}` is written behind a `;`, on a line of its own;
///   - text that could not be read is written as a comment `{[%unread Exe9 12. O-O]}`, which import understands.
/// Throws StoreError where the packed moves are damaged.
void write(const GameRecord& record, const WriteOptions& options, std::string& out);

}  // namespace cofnod::pgn
