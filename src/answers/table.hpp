#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "answers/terminal.hpp"
#include "answers/text.hpp"

namespace cofnod::answers {

/// A text table, aligned by display width. Cells are made printable; columns are cut only if the terminal is too
/// narrow, the widest flexible one first.
///
///     Table table({{"id", Table::right}, {"white", Table::left, Table::flexible}});
///     table.add({"1", "Hughes, Siân"});
///     table.print(io.out, io.out_terminal);
class Table {
public:
    enum Align : std::uint8_t { left, right };
    enum Width : std::uint8_t {
        fixed,
        flexible,  ///< cut at its end
        path,      ///< cut in its middle
        spare,     ///< left out where the terminal is too narrow, the last one first
    };
    struct Column {
        std::string title;
        Align align = left;
        Width width = fixed;
        Style style = Style::plain;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// Adds a row with one cell per column; missing cells are empty.
    void add(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    [[nodiscard]] std::size_t size() const { return rows_.size(); }

    /// Prints and clears the rows; rows printed later continue in columns at least as wide. Titles are omitted if all
    /// are empty; every line begins with `indent` blanks.
    void print(std::ostream& out, const Terminal& terminal, std::size_t indent = 0);

private:
    [[nodiscard]] std::size_t width(std::size_t indent) const;
    void widen(const Terminal& terminal, std::size_t indent);
    void print_row(std::ostream& out, const Terminal& terminal, std::size_t indent,
                   const std::vector<std::string>& cells, bool is_title) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
    std::vector<std::size_t> widths_;  ///< widths printed so far
    std::vector<bool> is_left_out_;    ///< spare columns without room
};

}  // namespace cofnod::answers
