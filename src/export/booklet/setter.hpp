#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/booklet/booklet.hpp"
#include "export/booklet/movetext.hpp"

namespace cofnod::booklet {

/// Typesets games. The layout is common to all document formats; derived classes write the markup.
class Setter : public Printer {
public:
    Setter(std::ostream& out, Booklet booklet) : out_(out), booklet_(std::move(booklet)) {}
    void add(const GameToPrint& game) final;
    void add(const DiagramToPrint& diagram) final;

protected:
    [[nodiscard]] const Booklet& booklet() const { return booklet_; }
    std::ostream& out() { return out_; }
    /// Returns printable text, with characters escaped that have a special meaning in the document.
    [[nodiscard]] std::string escaped(std::string_view text) const;

    /// Returns the escape sequence for a special character; empty if it needs none.
    [[nodiscard]] virtual std::string_view escape(char c) const = 0;

    virtual void begin_game(const Heading& heading) = 0;
    virtual void end_game(const std::string& result) = 0;

    enum class Paragraph { none, moves, note };
    virtual void begin_paragraph(Paragraph kind) = 0;
    virtual void end_paragraph(Paragraph kind) = 0;
    virtual void figure(const Diagram& diagram, bool is_flipped, const std::string& caption) = 0;

    /// Begins a page of diagrams.
    virtual void begin_grid(std::uint32_t columns) = 0;
    virtual void end_grid() = 0;
    virtual void begin_cell() = 0;
    virtual void end_cell() = 0;
    virtual void begin_solutions(const std::string& title) = 0;
    /// Ends the last page of diagrams, and writes their solutions if these come at the end.
    void finish_diagrams();

    virtual void begin_sheet() = 0;
    virtual void row(const SheetRow& row) = 0;
    virtual void begin_row_of_notes() = 0;
    virtual void end_row_of_notes() = 0;
    virtual void end_sheet() = 0;

    /// Writes a move, with its number unless that is empty.
    virtual void move(const std::string& number, const std::string& text) = 0;
    virtual void comment(const std::string& text) = 0;
    virtual void unread(const std::string& text) = 0;
    /// Writes a bracket or a sign.
    virtual void sign(const std::string& text) = 0;

private:
    void set(std::span<const Element> elements, Paragraph of_moves);
    void set_sheet(const std::vector<Element>& movetext);
    void change(Paragraph paragraph);
    void gap();

    std::ostream& out_;
    Booklet booklet_;
    Paragraph paragraph_ = Paragraph::none;
    bool has_gap_ = false;  ///< a gap is due before the next word
    std::size_t diagrams_ = 0;
    std::vector<std::string> solutions_;  ///< that come at the end
};

}  // namespace cofnod::booklet
