#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/formats/formats.hpp"
#include "importers/text/derived_text.hpp"

/// Records in JSON, one a line or in lists at any depth: archives of chess.com, games of the Lichess API, our own
/// `export --json` and `--ndjson`. What the fields are called is looked up as the heads of a sheet are; a record with a
/// field `pgn` is that PGN. Lists of moves, `["e4", "e5"]`, as JSON and Python write them, are games too.
namespace cofnod::importers::json {

/// Returns true if a text begins as a list or object of JSON does, not with a tag or a comment of PGN.
bool begins_as_json(std::string_view start);

std::unique_ptr<Deriver> reader_of(const SourceStart& start);

/// An object or list in a text, by its brackets.
struct Span {
    std::size_t begin;
    std::size_t end;  ///< behind its last bracket; the end of the text if that is missing
    std::size_t depth;
    bool is_object;
    bool is_closed;
};

/// Returns the place behind the quoted text that begins at `at`; it ends with its line at the latest.
std::size_t behind_quoted(std::string_view text, std::size_t at);

/// Returns the objects and lists of a text in the order of their first brackets. The text may begin and end within any
/// of them; texts are in double quotes or, as Python writes them, in single ones.
std::vector<Span> spans_of(std::string_view text);

/// A text, number or list within an object of JSON.
struct Leaf {
    std::string path;   ///< "players.white.user.name"
    std::string value;  ///< of a list of texts, numbers and moves, these with blanks between them; of others, JSON
    bool is_null = false;
};

/// Returns true if lists and objects are not so deep in each other that reading them by recursion is dangerous.
bool is_shallow(std::string_view text);

/// Returns the leaves of an object of JSON, or of a dictionary as Python prints it, in their order; nullopt if the text
/// is not one object, or too deep to be a game's. A list in an object `tags` is a leaf for each of its items.
std::optional<std::vector<Leaf>> leaves_of(std::string_view object);

/// Returns those of an object `tags`.
std::optional<std::vector<Leaf>> tags_of(std::string_view object);

/// A word or comment of movetext: `{`, the text, `}`.
struct MovetextPiece {
    std::string_view before;
    std::string text;
    std::string_view after;
    bool is_of_main_line = false;  ///< a word of the moves
};

/// Puts together the movetext of a game that `export` has written as data: its moves, the list of its annotations as
/// JSON, and the text that could not be read. Any of them may be empty; annotations that are no such list are ignored.
std::vector<MovetextPiece> movetext_of(std::string_view moves, std::string_view annotations, std::string_view unread);

/// Returns true if an object with these leaves is the record of a game.
bool is_game(const std::vector<Leaf>& leaves);

/// Appends a record as PGN; it is at bytes [begin, end) of the text.
void write_record(const std::vector<Leaf>& leaves, std::size_t begin, std::size_t end,
                  const notation::Languages& languages, const sheet::ColumnMap& map, DerivedText& pgn);

}  // namespace cofnod::importers::json
