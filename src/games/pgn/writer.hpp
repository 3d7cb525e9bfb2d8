#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/move.hpp"
#include "games/record/record.hpp"

namespace cofnod::notation {

enum class CheckMark : std::uint8_t;
class Language;
class Languages;
struct Reading;

}  // namespace cofnod::notation

namespace cofnod::pgn {

/// Spelling of moves.
enum class MoveStyle : std::uint8_t {
    standard,        ///< short algebraic, in the letters of a language
    long_algebraic,  ///< "Ng1-f3", "e5xd6", "e7-e8=Q+": both squares, English letters
    uci,             ///< "g1f3", "e7e8q": as in the UCI protocol
};

/// Appends the move in long algebraic notation. `reading`: its reading in standard notation.
void write_long_algebraic(chess::Move move, const notation::Reading& reading, notation::CheckMark check,
                          std::string& out);

// PGN export format (standard of 1994, chapter 8): the same record always gives the same bytes. Games other than chess
// follow the same rules and are marked by a tag: `[GameType "Camelot"]`.

enum class Layout : std::uint8_t {
    pgn,
    columns,  ///< human-readable: "White: Dan Troyka", then the moves of the two sides in two columns
};

struct WriteOptions {
    const notation::Language* language;     ///< letters of the moves; tags and results are always English and ASCII
    MoveStyle style = MoveStyle::standard;  ///< other styles need no language
    bool reduced = false;                   ///< the seven standard tags and the moves only
    bool with_tags = true;                  ///< false: movetext alone
    std::size_t width = 79;                 ///< maximum line length of movetext, in code points
    Layout layout = Layout::pgn;
    const notation::Languages* languages = nullptr;  ///< languages whose words denote tags; nullptr: the built-in ones

    [[nodiscard]] const notation::Languages& known_languages() const;
};

/// Appends the game and an empty line. The Seven Tag Roster comes first, then the other tags in ASCII order.
/// Choices not determined by the standard:
///   - a comment that contains `}` is written after a `;`, on a line of its own;
///   - a tag whose name is not made of `A-Za-z0-9_` is written as the tag for which a language file has this word, or
///     as a comment `{[%tag "الطاولة" "1"]}` before the moves, which import turns into a tag;
///   - the notation of the moves, unless English, is written as a tag: `[MoveLanguage "cy"]`;
///   - unreadable text is written as a comment `{[%unread Exe9 12. O-O]}`, which import recognises.
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

/// Tags of a game for output.
struct ExportTags {
    std::vector<Tags::Tag> pairs;        ///< the Seven Tag Roster, then the others in ASCII order
    std::vector<Tags::Tag> in_comments;  ///< tags whose names are not allowed in a tag pair: see tag_comment
};

/// Returns the tags to write, as views into the record and the options. A name that other programs do not accept is
/// replaced by a standard tag if a language file has the word and the game lacks that tag: `الطاولة` is `Board`.
ExportTags tags_to_write(const GameRecord& record, const WriteOptions& options);

/// True for a tag with the notation of the source; the output may use another.
bool names_language(const Tags::Tag& tag, const notation::Languages& languages);

}  // namespace cofnod::pgn
