#include "chess/replayer.hpp"

namespace cofnod::chess {

KeyedBoard::KeyedBoard(const Position& start) : key_(start.key()) {
    for (const Color color : {Color::white, Color::black}) {
        by_color_[static_cast<std::size_t>(color)] = start.pieces(color);
        for (int role = 0; role < role_count; ++role) {
            const Piece piece{color, static_cast<Role>(role)};
            pieces_[static_cast<std::size_t>(piece.index())] = start.pieces(color, piece.role);
        }
    }
}

template class BasicReplayer<KeyedBoard>;

}  // namespace cofnod::chess
