#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <ostream>

#include "base/bidi.hpp"
#include "base/utf8.hpp"

namespace cofnod::cli {

namespace {

constexpr std::string_view gap = "  ";
constexpr std::size_t narrowest = 8;  ///< a flexible column is not cut below this

std::string isolated(std::string text) { return "\u2068" + std::move(text) + "\u2069"; }

void pad(std::string& line, std::size_t count) { line.append(count, ' '); }

}  // namespace

std::string printable_lines(std::string_view text, const Terminal& terminal) {
    return cofnod::printable_lines(text, terminal.isolates);
}

std::string shown(std::string_view text, const Terminal& terminal) {
    std::string result = printable(text);
    if (terminal.visual) return in_visual_order(result);
    return terminal.isolates && utf8::has_right_to_left(result) ? isolated(std::move(result)) : result;
}

std::string styled(std::string_view text, Style style, const Terminal& terminal) {
    if (!terminal.colour || style == Style::plain || text.empty()) return std::string(text);
    static constexpr std::array<std::string_view, 6> codes = {"0", "1", "2", "32", "33", "31"};
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(style)], text);
}

void print_error(std::ostream& err, const Terminal& terminal, std::string_view what, std::string_view remedy) {
    err << styled("cofnod:", Style::bad, terminal) << ' ' << printable_lines(what, terminal) << '\n';
    if (!remedy.empty()) err << "  " << printable_lines(remedy, terminal) << '\n';
}

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1000) return counted(bytes, "byte");
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
    std::size_t at = 0;
    for (std::size_t width = 0; at < result.size();) {
        const std::size_t length = std::max<std::size_t>(utf8::decode(std::string_view(result).substr(at)).length, 1);
        width += utf8::display_width(std::string_view(result).substr(at, length));
        if (width > columns - 1) break;
        at += length;
    }
    result.resize(at);
    return result + "…";
}

void Table::add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    for (std::string& cell : cells) cell = printable(cell);
    rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths(const Terminal& terminal, std::size_t indent) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = utf8::display_width(columns_[i].title);
        for (const auto& row : rows_) width = std::max(width, utf8::display_width(row[i]));
        result.push_back(width);
    }
    if (terminal.columns == 0) return result;

    std::size_t total = indent + gap.size() * (columns_.size() - 1);
    for (const std::size_t width : result) total += width;
    while (total > terminal.columns) {
        std::size_t* widest = nullptr;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (columns_[i].width == flexible && result[i] > narrowest && (!widest || result[i] > *widest))
                widest = &result[i];
        if (!widest) break;
        --*widest;
        --total;
    }
    return result;
}

void Table::print(std::ostream& out, const Terminal& terminal, std::size_t indent) const {
    const std::vector<std::size_t> width = widths(terminal, indent);
    const auto print_row = [&](const std::vector<std::string>& cells, std::optional<Style> style) {
        std::string line(indent, ' ');
        std::size_t owed = 0;  // blanks due before the next text, so that no line ends with blanks
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i > 0) owed += gap.size();
            const std::string text = cut(cells[i], width[i]);
            const std::size_t free = width[i] - std::min(width[i], utf8::display_width(text));
            if (columns_[i].align == right) owed += free;
            if (!text.empty()) {
                pad(line, owed);
                owed = 0;
                line += styled(shown(text, terminal), style.value_or(columns_[i].style), terminal);
            }
            if (columns_[i].align == left) owed += free;
        }
        out << line << '\n';
    };

    std::vector<std::string> titles;
    for (const Column& column : columns_) titles.push_back(column.title);
    const bool has_titles =
        std::any_of(titles.begin(), titles.end(), [](const std::string& title) { return !title.empty(); });
    if (has_titles) print_row(titles, Style::dim);
    for (const auto& row : rows_) print_row(row, std::nullopt);
}

}  // namespace cofnod::cli
