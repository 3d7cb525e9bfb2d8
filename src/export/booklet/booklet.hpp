#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "games/record/record.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::booklet {

// Games set in type: a page of HTML, or a document of LaTeX.

enum class Layout : std::uint8_t {
    text,     ///< moves in paragraphs, notes between them
    columns,  ///< a score sheet: White and Black in two columns
};

struct Booklet {
    std::string title;
    const notation::Language* language;  ///< of the moves; its direction is that of the pages
    Layout layout = Layout::text;
    bool is_one_game = false;  ///< no title, and no list of the games
};

struct GameToPrint {
    const GameRecord& record;
    std::string citation = {};
    std::optional<std::uint32_t> diagram_at = {};  ///< a diagram after so many plies, besides those that notes ask for
    bool only_diagram = false;                     ///< not if a note asks for one
};

/// Writes games one after the other, each when it comes.
class Printer {
public:
    virtual ~Printer() = default;
    virtual void add(const GameToPrint& game) = 0;
    /// Writes the end of the document.
    virtual void finish() = 0;
};

enum class BookletFormat : std::uint8_t {
    html,   ///< one page that needs nothing else; diagrams are SVG, with their pieces in words for screen readers
    latex,  ///< for lualatex, with the packages babel, fontspec and TikZ; diagrams are drawn from the paths of that SVG
};

std::unique_ptr<Printer> printer(BookletFormat form, std::ostream& out, const Booklet& booklet);

std::unique_ptr<Printer> html_printer(std::ostream& out, const Booklet& booklet);
std::unique_ptr<Printer> latex_printer(std::ostream& out, const Booklet& booklet);

}  // namespace cofnod::booklet
