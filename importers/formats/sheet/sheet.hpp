#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/text/derived_text.hpp"
#include "notation/languages.hpp"

/// Sheets: CSV with `,` or `;`, and TSV. The first row names the columns, in any language:
///
///     Gwyn,Du,Canlyniad,Symudiadau            a game a row, or
///     Rhif,Gwyn,Du                            a move a row: 1,e4,e5
///     Ply,Move                                a ply a row
namespace cofnod::importers::sheet {

/// What the user says of columns: the meaning (a PGN tag, or `Moves`, `Number`, `Game`) and the word in the first row.
using ColumnMap = std::vector<std::pair<std::string, std::string>>;

enum class Meaning : std::uint8_t {
    tag,
    moves,
    number,
    game,
    derived,  ///< from the moves, in a sheet that `export` wrote: adds nothing
};

struct Column {
    Meaning meaning = Meaning::tag;
    std::string tag;
    bool is_known = false;  ///< what its head means; else the tag is the head itself
};

/// The tag of column `i` where nobody gave it a head: `Column3`.
std::string column_without_name(std::size_t i);

struct Header {
    char separator = ',';
    std::vector<Column> columns;
    std::size_t size = 0;  ///< bytes of the first row
};

/// nullopt where the first row does not name columns that moves can be found in.
std::optional<Header> read_header(std::string_view start, const notation::Languages& languages, const ColumnMap& map);

/// The games of the rows. `has_header`: the first row is that of the names.
DerivedText pgn_of_sheet(std::string_view sheet, const Header& header, bool has_header,
                         const notation::Languages& languages);

/// Where the last of those games begins; 0 where there is but one.
std::size_t last_game_start(std::string_view sheet, const Header& header, bool has_header,
                            const notation::Languages& languages);

}  // namespace cofnod::importers::sheet
