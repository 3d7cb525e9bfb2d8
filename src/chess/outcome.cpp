#include "chess/outcome.hpp"

#include "chess/movegen.hpp"

namespace cofnod::chess {

Outcome outcome(const Position& position) {
    if (!legal_moves(position).empty()) return Outcome::none;
    return position.is_check() ? Outcome::checkmate : Outcome::stalemate;
}

bool has_insufficient_material(const Position& position) {
    constexpr Bitboard dark(0xAA55AA55AA55AA55ULL);
    const Bitboard strong = position.pieces(Role::pawn) | position.pieces(Role::rook) | position.pieces(Role::queen);
    if (!strong.empty()) return false;
    if (position.occupied().count() <= 3) return true;
    const Bitboard bishops = position.pieces(Role::bishop);
    return position.pieces(Role::knight).empty() && ((bishops & dark).empty() || (bishops & ~dark).empty());
}

std::optional<Result> result_of(const Position& position) {
    if (has_insufficient_material(position)) return Result::draw;
    if (has_legal_move(position)) return std::nullopt;
    if (!position.is_check()) return Result::draw;
    return position.turn() == Color::white ? Result::black_wins : Result::white_wins;
}

}  // namespace cofnod::chess
