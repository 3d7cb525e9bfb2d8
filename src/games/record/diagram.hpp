#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/replay.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod {

/// Content of a diagram: a board of any shape with its pieces.
struct Diagram {
    struct Cell {
        bool is_square = false;  ///< false: outside of the board
        bool is_light = false;
        bool is_castle = false;        ///< (Camelot)
        bool is_marked = false;        ///< a square of the last move
        std::string_view symbol = {};  ///< symbol in pieces.svg; empty: no piece
        bool is_white = false;
    };
    std::vector<Cell> cells;         ///< row by row from the top, from White's side
    std::vector<std::string> files;  ///< from White's left
    std::vector<std::string> ranks;  ///< from the bottom
    std::string position;            ///< text form of the position
    std::string white, black;        ///< pieces in words: "Kg1, Rf1, g2"

    [[nodiscard]] const Cell& at(std::size_t file, std::size_t rank) const {
        return cells[(ranks.size() - 1 - rank) * files.size() + file];
    }
};

/// Returns the diagram of a position, with files and ranks named as in the notation; `last`: a ply whose squares are
/// marked, or nullptr. Specialised by each game.
template <RecordedGame G>
Diagram diagram_of(const typename G::Position& position, const notation::Language& language,
                   const typename G::Ply* last);

struct DiagramView {
    bool flip = false;       ///< from Black's side
    bool has_names = true;   ///< show the names of files and ranks
    bool has_pieces = true;  ///< false: the document contains svg_pieces()
};

/// Returns the diagram as an SVG image, self-contained if the view has pieces. They look as on the web page.
std::string svg_of(const Diagram& diagram, const DiagramView& view);

/// Returns the drawings of all pieces, for a document with many diagrams.
std::string svg_pieces();

/// Returns the symbols of the pieces of all games.
std::span<const std::string_view> piece_symbols();

/// Returns the element of pieces.svg that draws a symbol, in a box of 45 by 45: `<g id="K"><path d="..."/></g>`. A part
/// is filled with the colour of its side unless it specifies another, and `var(--p-mark)` is the colour of marks.
std::string_view drawing_of(std::string_view symbol);

}  // namespace cofnod
