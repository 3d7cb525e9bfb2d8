#include "camelot/setup.hpp"

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "camelot/zobrist.hpp"

namespace cofnod::camelot {

ProblemKind kind_of(SetupFault fault) {
    switch (fault) {
        case SetupFault::wrong_rank_count: return ProblemKind::camelot_rank_count;
        case SetupFault::rank_too_long: return ProblemKind::camelot_rank_too_long;
        case SetupFault::rank_too_short: return ProblemKind::camelot_rank_too_short;
        case SetupFault::bad_piece_letter: return ProblemKind::camelot_piece_letter;
        case SetupFault::wrong_shape: return ProblemKind::camelot_shape;
        case SetupFault::bad_turn: return ProblemKind::camelot_turn;
        case SetupFault::bad_castle_moves: return ProblemKind::camelot_castle_moves;
        case SetupFault::text_after_end: return ProblemKind::camelot_text_after_end;
        case SetupFault::no_pieces: return ProblemKind::camelot_no_pieces;
        case SetupFault::too_many_pieces: return ProblemKind::camelot_too_many_pieces;
        case SetupFault::several_in_own_castle: return ProblemKind::camelot_several_in_castle;
    }
    return {};
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
