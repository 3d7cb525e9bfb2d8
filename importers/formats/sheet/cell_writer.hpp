#pragma once

#include <string>
#include <string_view>

#include "importers/formats/sheet/rows.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::notation {
class Languages;
}

namespace cofnod::importers::sheet {

/// Recognises `e4`, `1. e4`, `O-O`; not a name.
bool is_like_move(const std::string& text);

/// Writes the cells of a sheet as the parts of PGN.
class CellWriter {
public:
    CellWriter(std::string_view sheet, char separator, const notation::Languages& languages)
        : sheet_(sheet), separator_(separator), languages_(languages), pgn_(sheet) {}

    /// A place in the sheet that the text written counts as, and the cell that it was read from.
    struct Place {
        std::size_t at, seen;
    };

    /// Returns the text of a cell without the `'` that prevents a spreadsheet from evaluating it; tab-separated values
    /// have none. Empty for nullptr.
    [[nodiscard]] std::string text(const Cell* cell) const;
    /// Returns the same with all its blanks.
    [[nodiscard]] std::string exact_text(const Cell* cell) const;
    [[nodiscard]] bool is_blank(const Row& row) const;

    /// Writes a tag in its usual form, unless its value is empty; a result is assigned to `result` too.
    void write_tag(std::string name, std::string value, Place place, std::string& result);
    void add_tag(std::string_view name, std::string_view value, Place place);

    /// Writes a comment, which may stand in braces.
    void write_remark(std::string_view value, Place place);

    /// Writes the moves of a cell, which count as what begins at `at`. Returns their end.
    std::size_t copy(const Cell& cell, std::size_t at);

    DerivedText& pgn() { return pgn_; }

private:
    [[nodiscard]] std::string without_guard(std::string text) const;

    std::string_view sheet_;
    char separator_;
    const notation::Languages& languages_;
    DerivedText pgn_;
};

}  // namespace cofnod::importers::sheet
