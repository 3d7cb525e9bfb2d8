#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>

#include "games/record/record.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::booklet {

// Typeset games: an HTML page or a LaTeX document.

enum class Layout : std::uint8_t {
    text,     ///< moves in paragraphs with notes between them
    columns,  ///< a score sheet: White and Black in two columns
};

/// Arrangement of diagrams on pages.
struct Sheet {
    enum class Solutions : std::uint8_t { none, below, end };
    std::uint32_t columns = 3, rows = 4;
    Solutions solutions = Solutions::none;
};

struct Booklet {
    std::string title;
    const notation::Language* language;  ///< language of the moves; its writing direction is that of the pages
    Layout layout = Layout::text;
    Sheet sheet = {};  ///< arrangement of diagrams that are added without a game
    bool is_one_game = false;  ///< no title and no list of games
};

/// A game, with diagrams at the positions for which its notes ask (asks_for_diagram).
struct GameToPrint {
    const GameRecord& record;
    std::string citation = {};
};

/// A position on a sheet of diagrams.
struct DiagramToPrint {
    const GameRecord& record;
    std::uint32_t ply = 0;
    bool is_flipped = false;
    std::string caption = {};   ///< after the number of the diagram
    std::string solution = {};  ///< moves
};

/// Writes games one after another, each as it is added; or diagrams, several on a page.
class Printer {
public:
    virtual ~Printer() = default;
    virtual void add(const GameToPrint& game) = 0;
    virtual void add(const DiagramToPrint& diagram) = 0;
    /// Writes the end of the document.
    virtual void finish() = 0;
};

enum class BookletFormat : std::uint8_t {
    html,   ///< one self-contained page; diagrams are SVG, with a text alternative for screen readers
    tei,    ///< TEI P5, for archives; diagrams are positions in words and as FEN
    latex,  ///< for lualatex, with the packages babel, fontspec and TikZ; diagrams are drawn from the paths in that SVG
};

std::unique_ptr<Printer> printer(BookletFormat form, std::ostream& out, const Booklet& booklet);

std::unique_ptr<Printer> html_printer(std::ostream& out, const Booklet& booklet);
std::unique_ptr<Printer> tei_printer(std::ostream& out, const Booklet& booklet);
std::unique_ptr<Printer> latex_printer(std::ostream& out, const Booklet& booklet);

}  // namespace cofnod::booklet
