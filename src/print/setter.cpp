#include "print/setter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"

namespace cofnod::print {

void Setter::add(const GameToPrint& game) {
    const notation::Language& language = *booklet_.language;
    Heading heading = heading_of(game.record, language);
    if (!game.citation.empty()) heading.lines.push_back(game.citation);
    begin_game(heading);
    const std::vector<Piece> movetext = movetext_of(game.record, language);
    if (booklet_.layout == Layout::columns)
        set_sheet(movetext);
    else
        set(movetext, Paragraph::moves);
    change(Paragraph::none);
    const bool is_wanted =
        game.diagram_at && (!game.only_diagram || std::ranges::none_of(movetext, [](const Piece& piece) {
            return piece.diagram.has_value();
        }));
    if (is_wanted && game.record.state != GameState::rejected) {
        std::string caption;
        for (const Piece& piece : movetext)
            if (piece.kind == Piece::Kind::move && piece.depth == 0 && piece.ply == *game.diagram_at)
                caption = fmt::format("{} {}", piece.number, piece.text);
        figure(diagram_after(game.record, language, *game.diagram_at), false, caption);
    }
    end_game(heading.result);
}

std::string Setter::escaped(std::string_view text) const {
    std::string result;
    for (const char c : printable(text)) {
        const std::string_view written = escape(c);
        result += written.empty() ? std::string_view(&c, 1) : written;
    }
    return result;
}

/// Sets moves of the main line in paragraphs of one kind, everything else in notes.
void Setter::set(std::span<const Piece> pieces, Paragraph of_moves) {
    std::string last_move;
    for (const Piece& piece : pieces) {
        if (piece.kind == Piece::Kind::move) last_move = fmt::format("{} {}", piece.number, piece.text);
        if (piece.diagram) {
            change(Paragraph::none);
            figure(*piece.diagram, piece.is_flipped, last_move);
            continue;
        }
        const bool is_main = piece.depth == 0 && (piece.kind == Piece::Kind::move || piece.kind == Piece::Kind::sign);
        change(is_main && !(piece.kind == Piece::Kind::sign && paragraph_ == Paragraph::note) ? of_moves
                                                                                              : Paragraph::note);
        if (!piece.is_mark() && piece.kind != Piece::Kind::end_variation) gap();
        switch (piece.kind) {
            case Piece::Kind::move: move(piece.is_numbered ? piece.number : "", piece.text); break;
            case Piece::Kind::sign: sign(piece.text); break;
            case Piece::Kind::comment: comment(piece.text); break;
            case Piece::Kind::unread: unread(piece.text); break;
            case Piece::Kind::begin_variation: sign("("); break;
            case Piece::Kind::end_variation: sign(")"); break;
        }
        has_gap_ = piece.kind != Piece::Kind::begin_variation;
    }
}

void Setter::set_sheet(const std::vector<Piece>& movetext) {
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

}  // namespace cofnod::print
