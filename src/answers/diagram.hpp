#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/recorded_game.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// What a diagram shows: a board of any shape with its pieces.
struct Diagram {
    struct Cell {
        bool is_square = false;  ///< false: outside of the board
        bool is_light = false;
        bool is_castle = false;        ///< (Camelot)
        bool is_marked = false;        ///< a square of the last move
        std::string_view symbol = {};  ///< of pieces.svg; empty: no piece
        bool is_white = false;
    };
    std::vector<Cell> cells;         ///< row by row from the top, from White's side
    std::vector<std::string> files;  ///< from White's left
    std::vector<std::string> ranks;  ///< from the bottom
    std::string position;            ///< its text

    [[nodiscard]] const Cell& at(std::size_t file, std::size_t rank) const {
        return cells[(ranks.size() - 1 - rank) * files.size() + file];
    }
};

/// Returns the board of a position with the files and ranks as named by the notation; `last`: a ply whose squares are
/// marked, or nullptr. Specialised by each game.
template <RecordedGame G>
Diagram diagram_of(const typename G::Position& position, const notation::Language& language,
                   const typename G::Ply* last);

struct DiagramView {
    bool flip = false;      ///< from Black's side
    bool has_names = true;  ///< of files and ranks
};

/// Returns the diagram as an SVG picture that needs nothing else. The pieces are those of the page.
std::string svg_of(const Diagram& diagram, const DiagramView& view);

}  // namespace cofnod::answers
