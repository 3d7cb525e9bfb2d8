#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/text/derived_text.hpp"

namespace cofnod::notation {
class Languages;
}

namespace cofnod::importers {
class Deriver;
struct SourceStart;
}  // namespace cofnod::importers

/// Sheets: CSV with `,`, `;` or `|`, and TSV. The first row names the columns, in any language; a title or `sep=;` may
/// precede it:
///
///     Gwyn,Du,Canlyniad,Symudiadau            one game per row, or
///     Rhif,Gwyn,Du                            one move per row: 1,e4,e5
///     Ply,Move                                one ply per row
namespace cofnod::importers::sheet {

/// A column mapping given by the user: the meaning (a PGN tag, or `Moves`, `Number`, `Game`) and the heading in the
/// first row.
using ColumnMap = std::vector<std::pair<std::string, std::string>>;

enum class Meaning : std::uint8_t {
    tag,
    moves,
    number,
    game,
    winner,   ///< a colour, a player's name, or a draw
    moment,   ///< start of the game: seconds or milliseconds since 1970
    minutes,  ///< time control in minutes and seconds: 15+2
    clocks,   ///< after each ply
    derived,  ///< in a sheet written by `export`: redundant, or read together with other columns
};

struct Column {
    Meaning meaning = Meaning::tag;
    std::string tag;
    bool is_known = false;  ///< the heading has a known meaning; otherwise the tag is the heading itself
};

/// Returns the meaning of a column heading or a field name.
Column column_named(const std::string& name, const notation::Languages& languages, const ColumnMap& map);

/// Returns true for `Moves` or an equivalent word.
bool names_moves(std::string_view name);

/// Converts a name to a valid tag name where possible: `two words` becomes two_words.
std::string as_tag(std::string name);

/// Returns the tag of column `i` without a heading: `Column3`.
std::string column_without_name(std::size_t i);

struct Header {
    char separator = ',';
    std::vector<Column> columns{};
    std::vector<std::string> names{};  ///< column names as in the first row
    std::size_t size = 0;              ///< bytes of the first row and the text above it
};

/// Returns true if the first row names columns in which moves can be found. A cell may contain multi-line PGN.
bool begins_as_sheet(const SourceStart& start);

/// Returns the Deriver for a sheet whose columns are named by its first row.
std::unique_ptr<Deriver> reader_of(const SourceStart& start);

/// Reads the first row; nullopt if it does not name columns in which moves can be found.
std::optional<Header> read_header(std::string_view start, const notation::Languages& languages, const ColumnMap& map);

/// Converts the games in the rows to PGN. `has_header`: the first row has the column names.
DerivedText pgn_of_sheet(std::string_view sheet, const Header& header, bool has_header,
                         const notation::Languages& languages);

/// Returns the start of the last game in the rows; 0 if there is only one.
std::size_t last_game_start(std::string_view sheet, const Header& header, bool has_header,
                            const notation::Languages& languages);

}  // namespace cofnod::importers::sheet
