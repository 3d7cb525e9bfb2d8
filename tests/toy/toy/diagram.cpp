#include "games/record/diagram.hpp"

#include "toy/game.hpp"

namespace cofnod {

template <>
Diagram diagram_of<ToyGame>(const toy::Position& position, const notation::Language&, const toy::Move* last) {
    Diagram diagram{.position = ToyGame::write_position(position)};
    for (int i = 0; i < toy::side; ++i) {
        diagram.files.emplace_back(1, static_cast<char>('a' + i));
        diagram.ranks.push_back(std::to_string(i + 1));
    }
    for (int rank = toy::side - 1; rank >= 0; --rank)
        for (int file = 0; file < toy::side; ++file) {
            const int square = rank * toy::side + file;
            const char piece = position.piece_at(square);
            diagram.cells.push_back({.is_square = true,
                                     .is_light = (file + rank) % 2 != 0,
                                     .is_marked = last && (last->from == square || last->to == square),
                                     .symbol = piece ? "man" : "",
                                     .is_white = piece >= 'A' && piece <= 'Z'});
        }
    return diagram;
}

}  // namespace cofnod
