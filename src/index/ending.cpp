#include "index/ending.hpp"

#include "chess/attacks.hpp"
#include "chess/outcome.hpp"
#include "chess/pack.hpp"
#include "game/chess_game.hpp"

namespace cofnod::index {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::Role;
using chess::Square;

bool is_attacked(const chess::Replayer& game, Square square, Color by, Bitboard occupied) {
    for (int role = 0; role < chess::role_count; ++role) {
        // A square is attacked by a piece iff the same piece of the other colour on the square would attack that piece.
        const Piece seen{!by, static_cast<Role>(role)};
        const Bitboard there = game.pieces(Piece{by, seen.role});
        if (!there.empty() && !(chess::attacks::of(seen, square, occupied) & there).empty()) return true;
    }
    return false;
}

/// Returns true if the king can move, or, when not in check, a pawn that cannot be pinned can advance.
bool has_obvious_move(const chess::Replayer& game) {
    const Color side = game.turn();
    const Square king = game.pieces(Piece{side, Role::king}).first();
    const Bitboard others = game.occupied() & ~Bitboard(king);
    for (const Square target : chess::attacks::king(king) & ~game.pieces(side))
        if (!is_attacked(game, target, !side, others & ~Bitboard(target))) return true;
    if (is_attacked(game, king, !side, game.occupied())) return false;
    const Bitboard lines = chess::attacks::bishop(king, {}) | chess::attacks::rook(king, {});
    const Bitboard free = game.pieces(Piece{side, Role::pawn}) & ~lines;
    const std::uint64_t ahead = side == Color::white ? free.bits() << 8 : free.bits() >> 8;
    return !(Bitboard(ahead) & ~game.occupied()).empty();
}

}  // namespace

Ending ending_of(const chess::Replayer& last, const IndexedGame& game) {
    if (has_obvious_move(last)) return Ending::open;
    const auto start = ChessGame::read_start(game.start);
    if (!start) return Ending::open;
    chess::Unpacker moves(*start, game.moves);
    while (moves.next()) {
    }
    switch (chess::outcome(moves.position())) {
        case chess::Outcome::checkmate: return Ending::mate;
        case chess::Outcome::stalemate: return Ending::stalemate;
        default: return Ending::open;
    }
}

}  // namespace cofnod::index
