#include "chess/setup.hpp"

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "chess/attacks.hpp"

namespace cofnod::chess {
namespace {

using Pieces = std::array<Bitboard, piece_count>;

Pieces pieces_of(const Setup& setup) {
    Pieces pieces{};
    for (int index = 0; index < square_count; ++index)
        if (const auto piece = setup.board[static_cast<std::size_t>(index)])
            pieces[static_cast<std::size_t>(piece->index())] |= Square::from_index(index);
    return pieces;
}

Bitboard of(const Pieces& pieces, Color color, Role role) {
    return pieces[static_cast<std::size_t>(Piece{color, role}.index())];
}

Bitboard all_of(const Pieces& pieces, Color color) {
    Bitboard all;
    for (int role = 0; role < role_count; ++role) all |= of(pieces, color, static_cast<Role>(role));
    return all;
}

bool is_struck(const Pieces& pieces, Square square, Color by) {
    const Bitboard occupied = all_of(pieces, Color::white) | all_of(pieces, Color::black);
    for (int role = 0; role < role_count; ++role) {
        // Attacks are symmetric: a piece of role R attacks the square if R of the other colour on the square attacks
        // it.
        const Piece seen{!by, static_cast<Role>(role)};
        if (!(attacks::of(seen, square, occupied) & of(pieces, by, seen.role)).empty()) return true;
    }
    return false;
}

}  // namespace

ProblemKind kind_of(SetupFault fault) {
    switch (fault) {
        case SetupFault::not_eight_ranks: return ProblemKind::not_eight_ranks;
        case SetupFault::rank_too_long: return ProblemKind::rank_too_long;
        case SetupFault::rank_too_short: return ProblemKind::rank_too_short;
        case SetupFault::bad_piece_letter: return ProblemKind::bad_piece_letter;
        case SetupFault::bad_turn: return ProblemKind::bad_turn;
        case SetupFault::bad_castling: return ProblemKind::bad_castling;
        case SetupFault::bad_en_passant: return ProblemKind::bad_en_passant;
        case SetupFault::bad_number: return ProblemKind::bad_number;
        case SetupFault::text_after_end: return ProblemKind::text_after_end;
        case SetupFault::no_king: return ProblemKind::no_king;
        case SetupFault::several_kings: return ProblemKind::several_kings;
        case SetupFault::too_many_pieces: return ProblemKind::too_many_pieces;
        case SetupFault::pawn_on_last_rank: return ProblemKind::pawn_on_last_rank;
        case SetupFault::opponent_in_check: return ProblemKind::opponent_in_check;
    }
    return {};
}

bool explains_en_passant(const Setup& setup) {
    if (!setup.en_passant || relative(setup.turn, setup.en_passant->rank()) != Rank::r6) return false;
    const int passed = setup.en_passant->index();
    const auto at = [&](int index) { return setup.board[static_cast<std::size_t>(index)]; };
    const int home = passed + forward(setup.turn);
    return at(passed - forward(setup.turn)) == Piece{!setup.turn, Role::pawn} && !at(passed) && !at(home);
}

std::optional<SquareFault> fault_of(const Setup& setup) {
    const Pieces pieces = pieces_of(setup);
    for (const Color color : {Color::white, Color::black}) {
        const Bitboard kings = of(pieces, color, Role::king);
        if (kings.empty()) return SquareFault{SetupFault::no_king, std::nullopt};
        if (kings.has_several()) return SquareFault{SetupFault::several_kings, kings.first()};
    }
    for (const Color color : {Color::white, Color::black}) {
        if (all_of(pieces, color).count() > 16) return SquareFault{SetupFault::too_many_pieces, std::nullopt};
        const Bitboard stray = of(pieces, color, Role::pawn) & (Bitboard::of(Rank::r1) | Bitboard::of(Rank::r8));
        if (!stray.empty()) return SquareFault{SetupFault::pawn_on_last_rank, stray.first()};
    }
    const Square king = of(pieces, !setup.turn, Role::king).first();
    if (is_struck(pieces, king, setup.turn)) return SquareFault{SetupFault::opponent_in_check, king};
    return std::nullopt;
}

}  // namespace cofnod::chess
