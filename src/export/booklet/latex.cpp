#include <fmt/format.h>
#include <pugixml.hpp>

#include <string>
#include <string_view>

#include "base/tr.hpp"
#include "export/booklet/booklet.hpp"
#include "export/booklet/setter.hpp"
#include "export/embedded.hpp"
#include "games/record/diagram.hpp"

namespace cofnod::booklet {

namespace {

/// Returns "fill=body,draw=pen" for an element of pieces.svg.
std::string paint_of(const pugi::xml_node& part) {
    const auto color = [&](const char* name, std::string_view usual) {
        const std::string_view value = part.attribute(name).as_string();
        return value.empty() ? usual : value == "none" ? std::string_view() : "mark";
    };
    std::string paint;
    if (const std::string_view fill = color("fill", "body"); !fill.empty()) paint += fmt::format("fill={},", fill);
    if (const std::string_view line = color("stroke", "pen"); !line.empty()) paint += fmt::format("draw={},", line);
    if (const double width = part.attribute("stroke-width").as_double(); width > 0)
        paint += fmt::format("line width={:.2g}\\unit,", width);
    if (!paint.empty()) paint.pop_back();
    return paint;
}

/// Returns the TikZ commands for the parts of a piece. Coordinates of circles are given as lengths, like those of
/// paths.
std::string drawing(std::string_view element) {
    pugi::xml_document document;
    document.load_buffer(element.data(), element.size());
    std::string text;
    for (const pugi::xml_node& part : document.first_child()) {
        const std::string_view name = part.name();
        if (name == "use")
            text += drawing(drawing_of(part.attribute("href").as_string() + 1));
        else if (name == "circle")
            text += fmt::format("\\path[{}] ({}pt,{}pt) circle[radius={}pt];", paint_of(part),
                                part.attribute("cx").as_string(), part.attribute("cy").as_string(),
                                part.attribute("r").as_string());
        else
            text += fmt::format(R"(\path[{}] svg "{}";)", paint_of(part), part.attribute("d").as_string());
    }
    return text;
}

}  // namespace

/// Returns the lines of a LaTeX document that draw all pieces into boxes: \newpiece{WK}{\whitepiece}{...}.
std::string latex_pieces() {
    std::string lines;
    for (const std::string_view symbol : piece_symbols()) {
        const std::string drawn = drawing(drawing_of(symbol));
        lines += fmt::format("\\newpiece{{W{0}}}{{\\whitepiece}}{{{1}}}\n\\newpiece{{B{0}}}{{\\blackpiece}}{{{1}}}\n",
                             symbol, drawn);
    }
    return lines;
}

namespace {

class LatexPrinter final : public Setter {
public:
    LatexPrinter(std::ostream& stream, const Booklet& booklet) : Setter(stream, booklet) {
        out() << "% lualatex\n\\documentclass[10pt]{article}\n"
              << text_of(embedded::export_files, "src/export/booklet/preamble.tex") << latex_pieces()
              << fmt::format("\\babelprovide[import={},main]{{people}}\n\\begin{{document}}\n",
                             people_code(*booklet.language));
        if (!booklet.is_one_game)
            out() << fmt::format(
                "\\begin{{center}}\\LARGE {}\\end{{center}}\n\\makeatletter\\@starttoc{{toc}}\\makeatother\n",
                escaped(booklet.title));
    }

    void finish() override {
        finish_diagrams();
        out() << "\\end{document}\n";
    }

private:
    [[nodiscard]] std::string_view escape(char c) const override {
        switch (c) {
            case '\\': return "\\textbackslash{}";
            case '~': return "\\textasciitilde{}";
            case '^': return "\\textasciicircum{}";
            case '{': return "\\{";
            case '}': return "\\}";
            case '$': return "\\$";
            case '&': return "\\&";
            case '#': return "\\#";
            case '%': return "\\%";
            case '_': return "\\_";
            default: return {};
        }
    }

    void begin_game(const Heading& heading) override {
        out() << fmt::format("\n\\game{{{}}}{{{}}}{{{}}}\n", escaped(heading.white), escaped(heading.black),
                             heading.result);
        for (const std::string& line : heading.lines) out() << fmt::format("\\of{{{}}}\n", escaped(line));
    }
    void end_game(const std::string& result) override {
        if (!result.empty()) out() << fmt::format("\\moves{{{}}}\n", result);
    }

    void begin_paragraph(Paragraph kind) override { out() << (kind == Paragraph::moves ? "\\moves{" : ""); }
    void end_paragraph(Paragraph kind) override { out() << (kind == Paragraph::moves ? "}\n" : "\\par\n"); }

    void figure(const Diagram& diagram, bool is_flipped, const std::string& caption) override {
        const std::size_t files = diagram.files.size(), ranks = diagram.ranks.size();
        out() << fmt::format("\\begin{{board}}{{{}}}{{{}}}\n", files, ranks);
        for (std::size_t row = 0; row < ranks; ++row) {
            for (std::size_t column = 0; column < files; ++column)
                square(diagram.at(is_flipped ? files - 1 - column : column, is_flipped ? row : ranks - 1 - row), column,
                       row);
            out() << '\n';
        }
        for (std::size_t i = 0; i < files; ++i)
            out() << fmt::format("\\filename{{{}}}{{{}}}", i, escaped(diagram.files[is_flipped ? files - 1 - i : i]));
        for (std::size_t i = 0; i < ranks; ++i)
            out() << fmt::format("\\rankname{{{}}}{{{}}}", i, escaped(diagram.ranks[is_flipped ? i : ranks - 1 - i]));
        out() << "\n\\end{board}\n";
        if (!caption.empty()) out() << fmt::format("\\diagramtext{{{}}}\n", escaped(caption));
    }

    void square(const Diagram::Cell& cell, std::size_t x, std::size_t y) {
        if (!cell.is_square) return;
        out() << fmt::format("\\sq{{{}}}{{{}}}{{{}}}",
                             cell.is_castle  ? "castle"
                             : cell.is_light ? "light"
                                             : "dark",
                             x, y);
        if (cell.is_marked) out() << fmt::format("\\lastmove{{{}}}{{{}}}", x, y);
        if (!cell.symbol.empty())
            out() << fmt::format("\\pc{{{}{}}}{{{}}}{{{}}}", cell.is_white ? 'W' : 'B', cell.symbol, x, y);
    }

    void begin_grid(std::uint32_t columns) override {
        columns_ = columns;
        cell_ = 0;
    }
    void end_grid() override { out() << "\\par\\newpage\n"; }
    void begin_cell() override {
        if (cell_ > 0) out() << (cell_ % columns_ == 0 ? "\\diagramrow\n" : "\\hfill\n");
        ++cell_;
        out() << fmt::format("\\begin{{diagramcell}}{{{:.3f}}}\n", (1.0 - cell_gap * (columns_ - 1)) / columns_);
    }
    void end_cell() override { out() << "\\end{diagramcell}%\n"; }
    void begin_solutions(const std::string& title) override {
        out() << fmt::format("\\section*{{{}}}\n", escaped(title));
    }

    void begin_sheet() override {
        out() << fmt::format("\\sheethead{{{}}}{{{}}}\n", translated("White"), translated("Black"));
    }
    void row(const SheetRow& row) override {
        out() << fmt::format("\\sheetrow{{{}}}{{{}}}{{{}}}\n", escaped(row.number), escaped(row.white),
                             escaped(row.black));
    }
    void begin_row_of_notes() override {}
    void end_row_of_notes() override {}
    void end_sheet() override {}

    void move(const std::string& number, const std::string& text) override {
        if (!number.empty()) out() << fmt::format("\\num{{{}}}", escaped(number));
        out() << fmt::format("\\mbox{{{}}}", escaped(text));
    }
    void comment(const std::string& text) override { out() << escaped(text); }
    void unread(const std::string& text) override { out() << fmt::format("\\unread{{{}}}", escaped(text)); }
    void sign(const std::string& text) override { out() << escaped(text); }

    static constexpr double cell_gap = 0.03;  ///< between two diagrams, in widths of a line
    std::uint32_t columns_ = 1, cell_ = 0;    ///< of the current page of diagrams
};

}  // namespace

std::unique_ptr<Printer> latex_printer(std::ostream& out, const Booklet& booklet) {
    return std::make_unique<LatexPrinter>(out, booklet);
}

}  // namespace cofnod::booklet
