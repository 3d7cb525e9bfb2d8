#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers::sheet {

/// A cell: bytes [begin, end) of the sheet, within its quotes if it has any.
struct Cell {
    std::size_t begin, end;
    bool quoted;

    /// Returns the value: quotes not doubled, no surrounding blanks, on one line.
    [[nodiscard]] std::string text_in(std::string_view sheet) const;
    /// Returns the value with all its blanks and line breaks.
    [[nodiscard]] std::string exact_text_in(std::string_view sheet) const;
};

struct Row {
    std::size_t begin, end;  ///< bytes, with the line break
    std::vector<Cell> cells;
};

/// Returns the row that begins at `at`; nullopt at the end of the sheet.
std::optional<Row> row_at(std::string_view sheet, std::size_t at, char separator);

}  // namespace cofnod::importers::sheet
