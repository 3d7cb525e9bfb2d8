#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/printable.hpp"
#include "cli/streams.hpp"

/// Text that people read: tables, bars, numbers, colours.
namespace cofnod::cli {

/// As printable(), but keeps line breaks, and isolates where the terminal orders text itself.
std::string printable_lines(std::string_view text, const Terminal& terminal);

/// A name or a title among text of another direction: printable, and isolated where the terminal orders text itself.
std::string shown(std::string_view text, const Terminal& terminal);

enum class Style : std::uint8_t { plain, bold, dim, good, warning, bad };

/// `text` in the style, where the terminal has colours.
std::string styled(std::string_view text, Style style, const Terminal& terminal);

/// "cofnod: what", and what to do about it on a line of its own.
void print_error(std::ostream& err, const Terminal& terminal, std::string_view what, std::string_view remedy);

/// "812 bytes", "1.4 MB"
std::string bytes_text(std::uint64_t bytes);

/// A bar of up to `width` columns, in eighths of a column: `part` of `whole`.
std::string bar(std::uint64_t part, std::uint64_t whole, std::size_t width);

/// At most `columns` columns of printable text, the end replaced by `…`.
std::string cut(std::string_view text, std::size_t columns);

/// A table for people, aligned by what a terminal shows. Cells are made printable; columns are cut only where the
/// terminal is too narrow, the widest of the flexible ones first.
///
///     Table table({{"id", Table::right}, {"white", Table::left, Table::flexible}});
///     table.add({"1", "Hughes, Siân"});
///     table.print(io.out, io.out_terminal);
class Table {
public:
    enum Align : std::uint8_t { left, right };
    enum Width : std::uint8_t { fixed, flexible };
    struct Column {
        std::string title;
        Align align = left;
        Width width = fixed;
        Style style = Style::plain;
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One cell a column; missing cells are empty.
    void add(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    [[nodiscard]] std::size_t size() const { return rows_.size(); }

    /// Titles are left out when all are empty; every line begins with `indent` blanks.
    void print(std::ostream& out, const Terminal& terminal, std::size_t indent = 0) const;

private:
    [[nodiscard]] std::vector<std::size_t> widths(const Terminal& terminal, std::size_t indent) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace cofnod::cli
