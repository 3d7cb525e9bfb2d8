#include "camelot/setup.hpp"

#include "camelot/zobrist.hpp"

namespace cofnod::camelot {

std::string_view sentence(SetupFault fault) {
    switch (fault) {
        case SetupFault::wrong_rank_count: return "the board has another number of ranks";
        case SetupFault::rank_too_long: return "a rank has more squares than the board";
        case SetupFault::rank_too_short: return "a rank has fewer squares than the board";
        case SetupFault::bad_piece_letter: return "a letter is no piece: N M for White, n m for Black";
        case SetupFault::wrong_shape: return "the board has another shape: * is for places outside of it";
        case SetupFault::bad_turn: return "the side to move is w or b";
        case SetupFault::bad_castle_moves: return "castle moves are two digits, White's and Black's, each 0 to 2";
        case SetupFault::text_after_end: return "there is more text after the end";
        case SetupFault::no_pieces: return "there are no pieces";
        case SetupFault::too_many_pieces: return "a side has more pieces than at the start";
        case SetupFault::several_in_own_castle: return "two pieces stand in their own castle";
    }
    return "";
}

std::optional<SquareFault> fault_of(const Setup& setup) {
    std::array<Bitboard, 2> sides;
    for (const Color color : {Color::white, Color::black}) {
        auto& side = sides[static_cast<std::size_t>(color)];
        for (const Role role : {Role::man, Role::knight})
            side |= setup.pieces[static_cast<std::size_t>(Piece{color, role}.index())];
        if (side.count() > setup.board->pieces_a_side) return SquareFault{SetupFault::too_many_pieces, {}};
        const Bitboard at_home = side & setup.board->castle(color);
        if (at_home.count() > 1) return SquareFault{SetupFault::several_in_own_castle, *at_home.begin()};
        if (setup.castle_moves[static_cast<std::size_t>(color)] > zobrist::most_castle_moves)
            return SquareFault{SetupFault::bad_castle_moves, {}};
    }
    if ((sides[0] | sides[1]).empty()) return SquareFault{SetupFault::no_pieces, {}};
    return std::nullopt;
}

}  // namespace cofnod::camelot
