#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "importers/formats/sheet/sheet.hpp"
#include "importers/text/derived_text.hpp"

/// Score sheets, as clubs and players keep them: a game with its names above and its moves below, one game below the
/// other.
///
/// Gwyn,A. Jones          ,White,Black         Event;Bala;;Date;1931
/// Du,B. Evans            ,Jones,Evans         ;Jones;Evans;;;
/// Rhif,Gwyn,Du           1,e4,e5              1;e4;e5;21;Nf3;Nc6
/// 1,e4,e5                2,Nf3,Nc6            2;d4;exd4;22;O-O;Be7
namespace cofnod::importers::sheet {

/// Context for reading the cells of a file.
struct SheetStyle {
    char separator;
    const notation::Languages& languages;
    const ColumnMap& map;
};

/// Returns the separator of the cells if the text begins with a score sheet; nullopt if it does not, or if the rows
/// below the first are those of a table.
std::optional<char> begins_as_score_sheet(std::string_view start, const notation::Languages& languages,
                                          const ColumnMap& map);

/// Converts score sheets to PGN.
DerivedText pgn_of_score_sheets(std::string_view text, const SheetStyle& style);

/// Returns the start of the last of them; 0 if there is only one.
std::size_t last_score_sheet_start(std::string_view text, const SheetStyle& style);

}  // namespace cofnod::importers::sheet
