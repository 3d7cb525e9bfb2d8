#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers::documents {

/// Writes the cells of sheets as CSV. Empty rows and cells count, but are written only where others follow them.
class CellWriter {
public:
    /// `separator`: a tab writes plain text, in which cells have no quotes.
    explicit CellWriter(char separator = ',') : separator_(separator) {}

    /// Call before the rows of each sheet: an empty line stands between two.
    void begin_sheet();
    void add(std::string_view text, std::size_t count = 1);
    /// Adds a cell with a comment of a reader, in braces: behind its moves, or else behind the cells of the row.
    void add_with_comment(std::string_view text, std::string_view comment);
    /// Puts a comment behind the cells of the row, and behind those of the rows above.
    void add_comment(std::string_view text);
    /// Moves to a column, counted from 0.
    void move_to(std::size_t column);
    void end_row(std::size_t count = 1);

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void write(std::string_view text);

    char separator_;
    std::string text_, row_;
    std::vector<std::string> comments_;     ///< of the row
    std::size_t column_ = 0, written_ = 0;  ///< cells of the row, and those that are in row_
    std::size_t width_ = 0;                 ///< of the widest row of the sheet, without comments
    std::size_t empty_rows_ = 0;
    bool has_rows_ = false;
};

}  // namespace cofnod::importers::documents
