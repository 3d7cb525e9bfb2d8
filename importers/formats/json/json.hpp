#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/formats/formats.hpp"
#include "importers/text/derived_text.hpp"

/// Records in JSON, one per line or in lists at any depth: chess.com archives, games of the Lichess API, our own
/// `export --json` and `--ndjson`. Field names are looked up in the same way as headings of a sheet; a record with a
/// field `pgn` consists of that PGN. Lists of moves, `["e4", "e5"]`, in JSON or Python syntax, are games too.
namespace cofnod::importers::json {

/// Returns true if a text begins with a JSON list or object rather than a PGN tag or comment.
bool begins_as_json(std::string_view start);

std::unique_ptr<Deriver> reader_of(const SourceStart& start);

/// An object or list in a text, delimited by its brackets.
struct Span {
    std::size_t begin;
    std::size_t end;  ///< after the closing bracket; the end of the text if it is missing
    std::size_t depth;
    bool is_object;
    bool is_closed;
};

/// Returns the objects and lists of a text in the order of their opening brackets. The text may begin and end inside
/// any of them; strings are in double quotes or, as in Python, in single quotes.
std::vector<Span> spans_of(std::string_view text);

/// A string, number or list within a JSON object.
struct Leaf {
    std::string path;   ///< "players.white.user.name"
    std::string value;  ///< a list of strings, numbers and moves is joined with blanks; other lists are JSON
    bool is_null = false;
};

/// Counts the brackets of a text that are opened and closed. A closing bracket of another kind is not counted.
std::unique_ptr<EndMarks> closing_brackets();

/// Returns true if lists and objects are not nested too deeply for recursive parsing.
bool is_shallow(std::string_view text);

/// Returns the leaves of a JSON object or of a Python dictionary as printed, in order; nullopt if the text is not a
/// single object or is too deep for a game. A list in an object `tags` yields a leaf for each of its items. `is_tags`:
/// the text is such an object.
std::optional<std::vector<Leaf>> leaves_of(std::string_view object, bool is_tags = false);

/// Path of a leaf with the text of a member that is cut short.
inline constexpr const char* cut_off = "";

/// Returns the leaves of an object without its end: its whole members, and its moves as far as they are there. Any
/// other member that is cut short is a leaf `cut_off`.
std::optional<std::vector<Leaf>> leaves_of_cut(std::string_view object);

/// A word or comment of movetext: `{`, the text, `}`.
struct MovetextPiece {
    std::string_view before;
    std::string text;
    std::string_view after;
    bool is_of_main_line = false;  ///< a word of the moves
};

/// Builds the movetext of a game from `export` data: its moves, its annotations as a JSON list, and the unread text.
/// Each may be empty; malformed annotations are ignored.
std::vector<MovetextPiece> movetext_of(std::string_view moves, std::string_view annotations, std::string_view unread);

/// Returns true if an object with these leaves is the record of a game.
bool is_game(const std::vector<Leaf>& leaves);

/// Appends a record, at bytes [begin, end) of the text, as PGN.
void write_record(const std::vector<Leaf>& leaves, std::size_t begin, std::size_t end,
                  const notation::Languages& languages, const sheet::ColumnMap& map, DerivedText& pgn);

}  // namespace cofnod::importers::json
