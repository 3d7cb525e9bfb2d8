#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/text/derived_text.hpp"

namespace cofnod::notation {
class Languages;
}

/// Sheets: CSV with `,`, `;` or `|`, and TSV. The first row names the columns, in any language; above it there may be a
/// title, or `sep=;`:
///
/// Gwyn,Du,Canlyniad,Symudiadau            one game per row, or
///     Rhif,Gwyn,Du                            a move a row: 1,e4,e5
///     Ply,Move                                a ply a row
namespace cofnod::importers::sheet {

/// A column mapping given by the user: the meaning (a PGN tag, or `Moves`, `Number`, `Game`) and the word in the first
/// row.
using ColumnMap = std::vector<std::pair<std::string, std::string>>;

enum class Meaning : std::uint8_t {
    tag,
    moves,
    number,
    game,
    winner,   ///< a colour, a player's name, or a draw
    moment,   ///< when it began: seconds or milliseconds since 1970
    minutes,  ///< the time control as servers write it: 15+2
    clocks,   ///< after each ply
    derived,  ///< in a sheet written by `export`: redundant, or read with others
};

struct Column {
    Meaning meaning = Meaning::tag;
    std::string tag;
    bool is_known = false;  ///< its heading has a known meaning; else the tag is the heading itself
};

/// Returns what a heading of a column, or the name of a field, stands for.
Column column_named(const std::string& name, const notation::Languages& languages, const ColumnMap& map);

/// Returns true for `Moves` or a word that stands for it.
bool names_moves(std::string_view name);

/// Returns a name as far as it can be that of a tag: `two words` is two_words.
std::string as_tag(std::string name);

/// Returns the tag of column `i` if it has no heading: `Column3`.
std::string column_without_name(std::size_t i);

struct Header {
    char separator = ',';
    std::vector<Column> columns{};
    std::vector<std::string> names{};  ///< of the columns, as the first row has them
    std::size_t size = 0;              ///< bytes of the first row and what stands above it
};

/// Reads the first row; nullopt if it does not name columns in which moves can be found.
std::optional<Header> read_header(std::string_view start, const notation::Languages& languages, const ColumnMap& map);

/// Converts the games of the rows to PGN. `has_header`: the first row has the names.
DerivedText pgn_of_sheet(std::string_view sheet, const Header& header, bool has_header,
                         const notation::Languages& languages);

/// Returns the start of the last of those games; 0 if there is only one.
std::size_t last_game_start(std::string_view sheet, const Header& header, bool has_header,
                            const notation::Languages& languages);

}  // namespace cofnod::importers::sheet
