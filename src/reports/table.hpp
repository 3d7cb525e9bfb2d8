#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.hpp"
#include "base/tr.hpp"

namespace cofnod::reports {

/// Capabilities of the terminal that displays a stream. Files and pipes have none.
struct Terminal {
    bool is_terminal = false;
    bool colour = false;
    bool visual = false;      ///< does not reorder text: right-to-left text must be written in visual order
    bool isolates = false;    ///< reorders right-to-left text itself: names must be enclosed in U+2068 ... U+2069
    std::size_t columns = 0;  ///< 0: unlimited
};

/// Destination of an answer and its terminal.
struct Output {
    std::ostream& stream;
    Terminal terminal = {};
    std::string title = {};               ///< title of a page
    std::vector<std::string> facts = {};  ///< lines below the title
};

// Human-readable text: bars, sizes, colours.

/// Makes text printable but keeps line breaks; adds isolates if the terminal reorders text itself.
std::string printable_lines(std::string_view text, const Terminal& terminal);

/// Prepares a name or title for display within text of another direction: printable, and isolated if the terminal
/// reorders text itself.
std::string shown(std::string_view text, const Terminal& terminal);

/// Joins the texts of the items of a range: "a, b, c".
template <typename Range, typename TextOf = std::identity>
std::string joined(const Range& range, std::string_view between, const TextOf& text_of = {}) {
    std::string text;
    for (const auto& item : range) {
        if (!text.empty()) text += between;
        text += std::invoke(text_of, item);
    }
    return text;
}

/// Returns the lines of a text without their ends.
std::vector<std::string_view> lines_in(std::string_view text);

enum class Style : std::uint8_t { plain, bold, dim, good, warning, bad };

/// Adds the style if the terminal has colours.
std::string styled(std::string_view text, Style style, const Terminal& terminal);

/// Returns "812 bytes" or "1.4 MB".
std::string bytes_text(std::uint64_t bytes);

/// Draws `part` of `whole` as a bar of up to `width` columns, in eighths of a column.
std::string bar(std::uint64_t part, std::uint64_t whole, std::size_t width);

/// Cuts text, made printable, to `columns` columns; `…` replaces the end.
std::string cut(std::string_view text, std::size_t columns);
/// Cuts from the middle, with "…": the end of a path is the most informative.
std::string cut_middle(std::string_view text, std::size_t columns);

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
        spare,     ///< omitted if the terminal is too narrow, beginning with the last
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

/// Returns a column of numbers.
inline Table::Column right(std::string title, Style style = Style::plain) {
    return {std::move(title), Table::right, Table::fixed, style};
}

}  // namespace cofnod::reports
