#include "cli/terminal/views/game_view.hpp"

#include <ostream>

#include "toy/game.hpp"

namespace cofnod::terminal {

template <>
void print_board<ToyGame>(std::ostream& out, const Terminal&, const toy::Position& position, const notation::Language&,
                          const BoardView& view, const toy::Move* last) {
    for (int row = 0; row < toy::side; ++row) {
        const int rank = view.flip ? row : toy::side - 1 - row;
        out << "  " << rank + 1 << ' ';
        for (int column = 0; column < toy::side; ++column) {
            const int square = rank * toy::side + (view.flip ? toy::side - 1 - column : column);
            const bool is_marked = last && (last->from == square || last->to == square);
            const char piece = position.piece_at(square);
            out << (is_marked ? '[' : ' ') << (piece ? piece : '.') << (is_marked ? ']' : ' ');
        }
        out << '\n';
    }
    out << (view.flip ? "     e  d  c  b  a\n" : "     a  b  c  d  e\n");
}

}  // namespace cofnod::terminal
