#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "pgn/move_style.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::notation {
class Language;
class Languages;
}  // namespace cofnod::notation

/// PGN export format (standard of 1994, chapter 8): the same record always gives the same bytes. Games other than chess
/// follow the same rules and are marked by a tag: `[GameType "Camelot"]`.
namespace cofnod::pgn {

enum class Layout : std::uint8_t {
    pgn,
    columns,  ///< for reading: "White: Dan Troyka", and below it the moves of the two sides in two columns
};

struct WriteOptions {
    const notation::Language* language;     ///< letters of the moves; tags and results are always English and ASCII
    MoveStyle style = MoveStyle::standard;  ///< other styles need no language
    bool reduced = false;                   ///< the seven standard tags and the moves only
    std::size_t width = 79;                 ///< longest line of movetext, in code points
    Layout layout = Layout::pgn;
    const notation::Languages* languages = nullptr;  ///< languages whose words name tags; nullptr: the built-in ones

    [[nodiscard]] const notation::Languages& known_languages() const;
};

/// Appends the game and the empty line that follows it. The Seven Tag Roster comes first, then the other tags in ASCII
/// order. Choices not determined by the standard:
///   - a comment that contains `}` is written behind a `;`, on a line of its own;
///   - a tag whose name is not made of `A-Za-z0-9_` is written as the tag that a language file has the word for, or as
///   a
///     comment `{[%tag "الطاولة" "1"]}` before the moves, which import makes a tag of;
///   - the notation of the moves, where it is not English, stands in a tag: `[MoveLanguage "cy"]`;
///   - text that could not be read is written as a comment `{[%unread Exe9 12. O-O]}`, which import understands.
/// In columns, comments and variations are written between the rows, as in PGN, and marks after their moves. Unknown
/// tags are omitted.
///
///     White: Michael Nolan
///     Black: Dan Troyka
///
///           White                   Black
///      1.   E6-E8                   H11-F9
///     {That is how he likes to begin.}
///      2.   C6-E6-G6-G8xE10?
///     (2.G7-I9)
///      2....                        C7xE5
///     0-1
///
/// Throws StoreError if the packed moves are damaged.
void write(const GameRecord& record, const WriteOptions& options, std::string& out);

}  // namespace cofnod::pgn
