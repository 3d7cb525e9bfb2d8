#include "reports/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

#include "base/characters.hpp"

namespace cofnod::reports {

namespace {

std::string isolated(std::string text) { return "\u2068" + std::move(text) + "\u2069"; }

/// Returns the length in bytes of the longest prefix that is at most `columns` wide.
std::size_t fitting(std::string_view text, std::size_t columns) {
    std::size_t at = 0;
    for (std::size_t width = 0; at < text.size();) {
        const std::size_t length = std::max<std::size_t>(utf8::decode(text.substr(at)).length, 1);
        width += utf8::display_width(text.substr(at, length));
        if (width > columns) break;
        at += length;
    }
    return at;
}

constexpr std::string_view gap = "  ";
constexpr std::size_t narrowest = 8;  ///< minimum width of a flexible column
constexpr std::size_t readable = 16;  ///< width that it keeps until all spare columns are omitted

}  // namespace

std::string printable_lines(std::string_view text, const Terminal& terminal) {
    return cofnod::printable_lines(text, terminal.isolates);
}

std::string shown(std::string_view text, const Terminal& terminal) {
    std::string result = printable(text);
    if (terminal.visual) return in_visual_order(result);
    return terminal.isolates && utf8::has_right_to_left(result) ? isolated(std::move(result)) : result;
}

std::vector<std::string_view> lines_in(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size(); at += lines.back().size() + 1)
        lines.push_back(text.substr(at, text.find('\n', at) - at));
    return lines;
}

std::string styled(std::string_view text, Style style, const Terminal& terminal) {
    if (!terminal.colour || style == Style::plain || text.empty()) return std::string(text);
    static constexpr std::array<std::string_view, 6> codes = {"0", "1", "2", "32", "33", "31"};
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(style)], text);
}

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1000) return counted(bytes, "{} byte", "{} bytes");
    static constexpr std::array<std::string_view, 5> units = {"kB", "MB", "GB", "TB", "PB"};
    double size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < units.size(); ++unit) size /= 1000;
    return fmt::format("{:.{}f} {}", size, size < 9.95 ? 1 : 0, units[unit]);
}

std::string bar(std::uint64_t part, std::uint64_t whole, std::size_t width) {
    if (whole == 0 || part == 0) return {};
    static constexpr std::array<std::string_view, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double share = static_cast<double>(part) / static_cast<double>(whole) * static_cast<double>(width) * 8;
    const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(share)), 1, width * 8);
    std::string result;
    for (std::size_t i = 0; i < count / 8; ++i) result += "█";
    result += eighths[count % 8];
    return result;
}

std::string cut(std::string_view text, std::size_t columns) {
    std::string result = printable(text);
    if (utf8::display_width(result) <= columns) return result;
    if (columns == 0) return {};
    result.resize(fitting(result, columns - 1));
    return result + "…";
}

std::string cut_middle(std::string_view text, std::size_t columns) {
    std::string all = printable(text);
    const std::size_t width = utf8::display_width(all);
    if (width <= columns) return all;
    if (columns == 0) return {};
    const std::size_t head = (columns - 1) / 3;
    std::string_view tail = all;
    while (utf8::display_width(tail) > columns - 1 - head)
        tail.remove_prefix(std::max<std::size_t>(utf8::decode(tail).length, 1));
    return all.substr(0, fitting(all, head)) + "…" + std::string(tail);
}

void Table::add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    for (std::string& cell : cells) cell = printable(cell);
    rows_.push_back(std::move(cells));
}

/// Returns the width of a full line.
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
    std::size_t owed = 0;  // blanks deferred until the next text, to avoid trailing blanks
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

}  // namespace cofnod::reports
