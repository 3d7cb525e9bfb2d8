#include "games/record/diagram.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "base/tr.hpp"

#include <array>
#include <set>

#include "games/embedded.hpp"

namespace cofnod {

namespace {

constexpr int side = 45;    ///< side length of a square: that of the box in pieces.svg
constexpr int margin = 22;  ///< for the names of files and ranks

constexpr std::string_view light = "#ebe3d2", dark = "#98aea5", castle = "#c9b8a0", marked_light = "#e7c873",
                           marked_dark = "#c3ae62", ink = "#2c3f38";

constexpr std::array<std::string_view, 8> symbols = {"K", "Q", "R", "B", "N", "P", "man", "helm"};

/// Colours of the parts of a piece.
struct Paint {
    std::string_view fill, line, mark;
};
constexpr Paint white_paint = {"#fdfcf8", "#222b2a", "#222b2a"}, black_paint = {"#2a3231", "#0b0f0e", "#e9ece6"};

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
    std::string result;
    for (std::size_t at = 0; (at = text.find(what)) != text.npos; text.remove_prefix(at + what.size()))
        result.append(text.substr(0, at)).append(by);
    return result.append(text);
}

std::string id_of(std::string_view symbol, bool is_white) {
    return (is_white ? "white-" : "black-") + std::string(symbol);
}

/// Appends the definition of a piece, which all identical pieces reference.
void define(std::string_view symbol, bool is_white, std::string& out) {
    const Paint& paint = is_white ? white_paint : black_paint;
    std::string drawing = replaced(drawing_of(symbol), "var(--p-mark)", paint.mark);
    drawing =
        replaced(drawing, fmt::format(R"(id="{}")", symbol),
                 fmt::format(R"(id="{}" fill="{}" stroke="{}")", id_of(symbol, is_white), paint.fill, paint.line));
    out.append(drawing).append("\n");
}

std::string definitions(std::string_view drawings) {
    return fmt::format("<defs>\n{}\n{}</defs>\n", drawing_of("foot"), drawings);
}

std::string_view ground_of(const Diagram::Cell& cell) {
    if (cell.is_marked) return cell.is_light ? marked_light : marked_dark;
    return cell.is_castle ? castle : cell.is_light ? light : dark;
}

void write_name(std::string& out, int x, int y, std::string_view name) {
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x, y, xml_escaped(name));
}

}  // namespace

std::string svg_of(const Diagram& diagram, const DiagramView& view) {
    const auto file_count = diagram.files.size(), rank_count = diagram.ranks.size();
    const int left = view.has_names ? margin : 0, below = view.has_names ? margin : 0;
    const int width = left + side * static_cast<int>(file_count), height = side * static_cast<int>(rank_count) + below;
    std::string squares, pieces, names, drawings;
    std::set<std::string> drawn;
    for (std::size_t row = 0; row < rank_count; ++row)
        for (std::size_t column = 0; column < file_count; ++column) {
            const Diagram::Cell& cell =
                diagram.at(view.flip ? file_count - 1 - column : column, view.flip ? row : rank_count - 1 - row);
            if (!cell.is_square) continue;
            const int x = left + side * static_cast<int>(column), y = side * static_cast<int>(row);
            squares +=
                fmt::format("<path fill=\"{}\" d=\"M{} {}h{}v{}h-{}z\"/>\n", ground_of(cell), x, y, side, side, side);
            if (cell.symbol.empty()) continue;
            const std::string id = id_of(cell.symbol, cell.is_white);
            if (view.has_pieces && drawn.insert(id).second) define(cell.symbol, cell.is_white, drawings);
            pieces += fmt::format("<use href=\"#{}\" x=\"{}\" y=\"{}\"/>\n", id, x, y);
        }
    for (std::size_t i = 0; view.has_names && i < file_count; ++i)
        write_name(names, left + side * static_cast<int>(i) + side / 2, height - 6,
                   diagram.files[view.flip ? file_count - 1 - i : i]);
    for (std::size_t i = 0; view.has_names && i < rank_count; ++i)
        write_name(names, left / 2, side * static_cast<int>(i) + side / 2 + 5,
                   diagram.ranks[view.flip ? i : rank_count - 1 - i]);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n"
        "<title>{2}</title>\n<desc>{8}</desc>\n{3}{4}"
        "<g font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\" fill=\"{5}\">\n{6}</g>\n"
        "<g stroke-width=\"1.7\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n{7}</g>\n</svg>\n",
        width, height, xml_escaped(diagram.position), view.has_pieces ? definitions(drawings) : std::string(), squares,
        ink, names, pieces, xml_escaped(tr("White: {}. Black: {}.", diagram.white, diagram.black)));
}

std::string svg_pieces() {
    std::string drawings;
    for (const std::string_view symbol : symbols) {
        define(symbol, true, drawings);
        define(symbol, false, drawings);
    }
    return fmt::format("<svg class=\"pieces\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{}</svg>\n",
                       definitions(drawings));
}

std::span<const std::string_view> piece_symbols() { return symbols; }

std::string_view drawing_of(std::string_view symbol) {
    const std::string_view all = text_of(embedded::games_files, "src/web/page/pieces.svg");
    const std::size_t begin = all.find(fmt::format("<g id=\"{}\">", symbol));
    if (begin == all.npos) return {};
    return all.substr(begin, all.find('\n', begin) - begin);
}

}  // namespace cofnod
