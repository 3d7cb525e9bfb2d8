#include "index/ending.hpp"

#include "chess/attacks.hpp"
#include "chess/outcome.hpp"
#include "chess/pack.hpp"
#include "game/chess_game.hpp"
#include "index/line_board.hpp"

namespace cofnod::index {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::Role;
using chess::Square;

/// The last position of a line.
class LastPosition {
public:
    LastPosition(const LineBoard& board, Color turn) : turn_(turn) { board.add_squares(pieces_); }

    [[nodiscard]] Color turn() const { return turn_; }
    [[nodiscard]] Bitboard pieces(Piece piece) const {
        return Bitboard(pieces_[static_cast<std::size_t>(piece.index())]);
    }
    [[nodiscard]] Bitboard pieces(Color color) const {
        Bitboard all;
        for (int role = 0; role < chess::role_count; ++role) all |= pieces(Piece{color, static_cast<Role>(role)});
        return all;
    }
    [[nodiscard]] Bitboard occupied() const { return pieces(Color::white) | pieces(Color::black); }

private:
    Occupancy pieces_{};
    Color turn_;
};

/// `Game`: chess::Replayer or LastPosition.
template <typename Game>
bool is_attacked(const Game& game, Square square, Color by, Bitboard occupied) {
    for (int role = 0; role < chess::role_count; ++role) {
        // A square is attacked by a piece iff the same piece of the other colour on the square would attack that piece.
        const Piece seen{!by, static_cast<Role>(role)};
        const Bitboard there = game.pieces(Piece{by, seen.role});
        if (!there.empty() && !(chess::attacks::of(seen, square, occupied) & there).empty()) return true;
    }
    return false;
}

/// Returns true if the king can move, or, when not in check, a pawn that cannot be pinned can advance.
template <typename Game>
bool has_obvious_move(const Game& game) {
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

Ending ending_of(const chess::Position& last) {
    switch (chess::outcome(last)) {
        case chess::Outcome::checkmate: return Ending::mate;
        case chess::Outcome::stalemate: return Ending::stalemate;
        default: return Ending::open;
    }
}

}  // namespace

Ending ending_of(const chess::Replayer& last, const IndexedGame& game) {
    if (has_obvious_move(last)) return Ending::open;
    const auto start = ChessGame::read_start(game.start);
    if (!start) return Ending::open;
    chess::Unpacker moves(*start, game.moves);
    while (moves.next()) {
    }
    return ending_of(moves.position());
}

Ending ending_of(const LineBoard& last, std::span<const chess::Move> moves) {
    if (has_obvious_move(LastPosition(last, moves.size() % 2 == 0 ? Color::white : Color::black))) return Ending::open;
    auto position = chess::Position::initial();
    for (const chess::Move move : moves) position.play(move);
    return ending_of(position);
}

}  // namespace cofnod::index
