#include "export/booklet/setter.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "base/tr.hpp"
#include "export/booklet/booklet.hpp"

namespace cofnod::booklet {

std::unique_ptr<Printer> printer(BookletFormat form, std::ostream& out, const Booklet& booklet) {
    switch (form) {
        case BookletFormat::html: return html_printer(out, booklet);
        case BookletFormat::tei: return tei_printer(out, booklet);
        case BookletFormat::latex: break;
    }
    return latex_printer(out, booklet);
}

void Setter::add(const GameToPrint& game) {
    const notation::Language& language = *booklet_.language;
    Heading heading = heading_of(game.record, language);
    if (!game.citation.empty()) heading.lines.push_back(game.citation);
    begin_game(heading);
    const std::vector<Element> movetext = movetext_of(game.record, language);
    if (booklet_.layout == Layout::columns)
        set_sheet(movetext);
    else
        set(movetext, Paragraph::moves);
    change(Paragraph::none);
    end_game(heading.result);
}

void Setter::add(const DiagramToPrint& diagram) {
    const Sheet& sheet = booklet_.sheet;
    if (diagrams_ % (std::size_t{sheet.columns} * sheet.rows) == 0) {
        if (diagrams_ > 0) end_grid();
        begin_grid(sheet.columns);
    }
    ++diagrams_;
    begin_cell();
    figure(diagram_after(diagram.record, *booklet_.language, diagram.ply), diagram.is_flipped,
           diagram.caption.empty() ? fmt::format("{}.", diagrams_) : fmt::format("{}. {}", diagrams_, diagram.caption));
    if (sheet.solutions == Sheet::Solutions::below && !diagram.solution.empty()) {
        change(Paragraph::note);
        sign(diagram.solution);
        change(Paragraph::none);
    }
    end_cell();
    if (sheet.solutions == Sheet::Solutions::end) solutions_.push_back(diagram.solution);
}

void Setter::finish_diagrams() {
    if (diagrams_ > 0) end_grid();
    if (solutions_.empty()) return;
    begin_solutions(tr("Solutions"));
    for (std::size_t i = 0; i < solutions_.size(); ++i) {
        change(Paragraph::note);
        sign(fmt::format("{}. {}", i + 1, solutions_[i]));
        change(Paragraph::none);
    }
}

std::string Setter::escaped(std::string_view text) const {
    std::string result;
    for (const char c : printable(text)) {
        const std::string_view written = escape(c);
        result += written.empty() ? std::string_view(&c, 1) : written;
    }
    return result;
}

/// Sets main-line moves in paragraphs of the given kind, everything else in notes.
void Setter::set(std::span<const Element> elements, Paragraph of_moves) {
    for (const Element& element : elements) {
        if (element.diagram) {
            change(Paragraph::none);
            figure(*element.diagram, element.is_flipped, element.caption);
            continue;
        }
        const bool is_main =
            element.depth == 0 && (element.kind == Element::Kind::move || element.kind == Element::Kind::sign);
        change(is_main && !(element.kind == Element::Kind::sign && paragraph_ == Paragraph::note) ? of_moves
                                                                                                  : Paragraph::note);
        if (!element.is_mark() && element.kind != Element::Kind::end_variation) gap();
        switch (element.kind) {
            case Element::Kind::move: move(element.is_numbered ? element.number : "", element.text); break;
            case Element::Kind::sign: sign(element.text); break;
            case Element::Kind::comment: comment(element.text); break;
            case Element::Kind::unread: unread(element.text); break;
            case Element::Kind::begin_variation: sign("("); break;
            case Element::Kind::end_variation: sign(")"); break;
        }
        has_gap_ = element.kind != Element::Kind::begin_variation;
    }
}

void Setter::set_sheet(const std::vector<Element>& movetext) {
    begin_sheet();
    for (const SheetRow& each : rows_of(movetext)) {
        if (!each.number.empty()) row(each);
        if (each.notes.empty()) continue;
        begin_row_of_notes();
        set(each.notes, Paragraph::note);
        change(Paragraph::none);
        end_row_of_notes();
    }
    end_sheet();
}

void Setter::change(Paragraph paragraph) {
    if (paragraph == paragraph_) return;
    if (paragraph_ != Paragraph::none) end_paragraph(paragraph_);
    if (paragraph != Paragraph::none) begin_paragraph(paragraph);
    paragraph_ = paragraph;
    has_gap_ = false;
}

void Setter::gap() {
    if (has_gap_) out_ << '\n';
    has_gap_ = false;
}

}  // namespace cofnod::booklet
