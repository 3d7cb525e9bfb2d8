#include "games/chess/replayer.hpp"

#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"

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

SpelledReplay::SpelledReplay(const Replayer& start, std::string_view bytes) : game_(start) { game_.read(bytes); }

bool SpelledReplay::next() {
    const Bitboard before = game_.occupied();
    if (!game_.next()) return false;
    const Move move = game_.move();
    const Role role =
        move.kind() == Move::Kind::ordinary ? Piece::from_index(game_.piece_at(move.to())).role : Role::pawn;
    reading_ = minimal_reading(move, role, before, [&] { return rivals(move, role, before); });
    mark_ = notation::CheckMark::none;
    if (move.is_null()) return true;
    if (gives_check(move, reading_.role)) mark_ = is_mate() ? notation::CheckMark::mate : notation::CheckMark::check;
    return true;
}

/// Returns the other pieces of the role that could also have gone to the square.
Bitboard SpelledReplay::rivals(Move move, Role role, Bitboard before) const {
    const Square to = move.to();
    Bitboard rivals = attacks::reach(role, to) & pieces(mover(), role) & ~Bitboard(to);
    for (const Square rival : rivals)
        if (!could_go(rival, to, before)) rivals ^= rival;
    return rivals;
}

/// True if a piece could also have gone to the square, without leaving its king in check.
bool SpelledReplay::could_go(Square from, Square to, Bitboard before) const {
    if (!(attacks::between(from, to) & before).empty()) return false;
    const Square king = pieces(mover(), Role::king).first();
    return !is_struck(king, !mover(), (before ^ from) | to, Bitboard(to));
}

bool SpelledReplay::gives_check(Move move, Role role) const {
    const Square king = pieces(game_.turn(), Role::king).first(), to = move.to();
    const Bitboard occupied = game_.occupied();
    if (move.kind() != Move::Kind::ordinary || attacks::reach(Role::queen, king).contains(move.from()))
        return is_struck(king, mover(), occupied, {});
    const Bitboard reach = role == Role::pawn ? attacks::pawn(game_.turn(), king) : attacks::reach(role, king);
    return role != Role::king && reach.contains(to) && (attacks::between(king, to) & occupied).empty();
}

bool SpelledReplay::is_struck(Square square, Color by, Bitboard occupied, Bitboard except) const {
    return attacks::is_attacked(square, by, occupied, [&](Role role) { return pieces(by, role) & ~except; });
}

/// Returns true if the side in check is mated. Tests king moves first, since most kings have one.
bool SpelledReplay::is_mate() const {
    const Color side = game_.turn();
    const Square king = pieces(side, Role::king).first();
    for (const Square to : attacks::king(king) & ~game_.pieces(side))
        if (!is_struck(to, !side, (game_.occupied() ^ king) | to, Bitboard(to))) return false;
    return !has_legal_move(position());
}

/// Returns the position without move counters, which do not affect legal moves.
Position SpelledReplay::position() const {
    Setup setup;
    for (int index = 0; index < piece_count; ++index) {
        const Piece piece = Piece::from_index(index);
        for (const Square square : game_.pieces(piece)) setup.board[static_cast<std::size_t>(square.index())] = piece;
    }
    setup.turn = game_.turn();
    setup.castling_rooks = game_.castling_rooks();
    const Move move = game_.move();
    const int from = move.from().index(), to = move.to().index();
    if (move.kind() == Move::Kind::ordinary && (from ^ to) == 16 && reading_.role == Role::pawn)
        setup.en_passant = Square::from_index((from + to) / 2);
    return Position(setup);
}

}  // namespace cofnod::chess
