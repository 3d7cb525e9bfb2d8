#include "answers/table.hpp"

#include <algorithm>
#include <ostream>

#include "base/say.hpp"
#include "base/utf8.hpp"

namespace cofnod::answers {

namespace {

constexpr std::string_view gap = "  ";
constexpr std::size_t narrowest = 8;  ///< minimum width of a flexible column
constexpr std::size_t readable = 16;  ///< what it keeps before spare columns are left out

}  // namespace

void Table::add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    for (std::string& cell : cells) cell = printable(cell);
    rows_.push_back(std::move(cells));
}

/// Returns the width of a line.
std::size_t Table::width(std::size_t indent) const {
    std::size_t total = indent;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (!is_left_out_[i]) total += widths_[i] + (i > 0 ? gap.size() : 0);
    return total;
}

void Table::widen(const Terminal& terminal, std::size_t indent) {
    widths_.resize(columns_.size());
    is_left_out_.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        widths_[i] = std::max(widths_[i], utf8::display_width(translated(columns_[i].title)));
        for (const auto& row : rows_) widths_[i] = std::max(widths_[i], utf8::display_width(row[i]));
    }
    if (terminal.columns == 0) return;

    const auto is_flexible = [&](std::size_t i) { return columns_[i].width == flexible || columns_[i].width == path; };
    std::size_t can_give = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (is_flexible(i)) can_give += widths_[i] - std::min(widths_[i], readable);
    for (std::size_t i = columns_.size(); i-- > 0 && width(indent) > terminal.columns + can_give;)
        if (columns_[i].width == spare) is_left_out_[i] = true;
    for (std::size_t total = width(indent); total > terminal.columns; --total) {
        std::size_t* widest = nullptr;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (is_flexible(i) && widths_[i] > narrowest && (!widest || widths_[i] > *widest)) widest = &widths_[i];
        if (!widest) break;
        --*widest;
    }
}

void Table::print_row(std::ostream& out, const Terminal& terminal, std::size_t indent,
                      const std::vector<std::string>& cells, bool is_title) const {
    std::string line(indent, ' ');
    std::size_t owed = 0;  // blanks deferred to the next text, so that no line ends with blanks
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (is_left_out_[i]) continue;
        if (i > 0) owed += gap.size();
        const bool is_path = columns_[i].width == path;
        const std::string text = is_path ? cut_middle(cells[i], widths_[i]) : cut(cells[i], widths_[i]);
        const std::size_t free = widths_[i] - std::min(widths_[i], utf8::display_width(text));
        if (columns_[i].align == right) owed += free;
        if (!text.empty()) {
            line.append(owed, ' ');
            owed = 0;
            line += styled(shown(text, terminal), is_title ? Style::dim : columns_[i].style, terminal);
        }
        if (columns_[i].align == left) owed += free;
    }
    out << line << '\n';
}

void Table::print(std::ostream& out, const Terminal& terminal, std::size_t indent) {
    const bool is_first = widths_.empty();
    widen(terminal, indent);
    std::vector<std::string> titles;
    for (const Column& column : columns_) titles.emplace_back(translated(column.title));
    const bool has_titles = std::ranges::any_of(titles, [](const std::string& title) { return !title.empty(); });
    if (is_first && has_titles) print_row(out, terminal, indent, titles, true);
    for (const auto& row : rows_) print_row(out, terminal, indent, row, false);
    rows_.clear();
}

}  // namespace cofnod::answers
