#include "games/chess/replayer.hpp"

#include "games/chess/movegen.hpp"

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

namespace {

using notation::CheckMark;
using notation::Reading;

/// Returns the squares from which a piece of the role could reach a square on an empty board; empty for pawns and
/// kings.
Bitboard origins(Role role, Square to) {
    switch (role) {
        case Role::knight: return attacks::knight(to);
        case Role::bishop: return attacks::bishop_rays(to);
        case Role::rook: return attacks::rook_rays(to);
        case Role::queen: return attacks::bishop_rays(to) | attacks::rook_rays(to);
        case Role::pawn:
        case Role::king: break;
    }
    return {};
}

}  // namespace

SpelledReplay::SpelledReplay(const Replayer& start, std::string_view bytes) : game_(start) { game_.read(bytes); }

bool SpelledReplay::next() {
    const Bitboard before = game_.occupied();
    if (!game_.next()) return false;
    const Move move = game_.move();
    reading_ = {};
    mark_ = CheckMark::none;
    switch (move.kind()) {
        case Move::Kind::null_move: reading_.kind = Reading::Kind::null_move; return true;
        case Move::Kind::castling:
            reading_.kind =
                move.to() > move.from() ? Reading::Kind::castle_king_side : Reading::Kind::castle_queen_side;
            break;
        case Move::Kind::ordinary: spell(move, Piece::from_index(game_.piece_at(move.to())).role, before); break;
        case Move::Kind::en_passant:
        case Move::Kind::promotion: spell(move, Role::pawn, before); break;
    }
    if (gives_check(move, reading_.role)) mark_ = is_mate() ? CheckMark::mate : CheckMark::check;
    return true;
}

void SpelledReplay::spell(Move move, Role role, Bitboard before) {
    const Square from = move.from(), to = move.to();
    reading_.role = role;
    reading_.to_file = to.file();
    reading_.to_rank = to.rank();
    reading_.capture = before.contains(to) || move.kind() == Move::Kind::en_passant;
    if (role == Role::pawn) {
        if (reading_.capture) reading_.from_file = from.file();
        if (move.kind() == Move::Kind::promotion) reading_.promotion = move.promotion_role();
    } else if (role != Role::king) {
        disambiguate(move, role, before);
    }
}

/// Adds the file, otherwise the rank, otherwise both, to distinguish the piece from others of its role.
void SpelledReplay::disambiguate(Move move, Role role, Bitboard before) {
    const Square from = move.from(), to = move.to();
    Bitboard rivals = origins(role, to) & pieces(mover(), role) & ~Bitboard(to);
    for (const Square rival : rivals)
        if (!could_go(rival, to, before)) rivals ^= rival;
    if (rivals.empty()) return;
    const bool file_is_shared = !(rivals & Bitboard::of(from.file())).empty();
    const bool rank_is_shared = !(rivals & Bitboard::of(from.rank())).empty();
    if (!file_is_shared || rank_is_shared) reading_.from_file = from.file();
    if (file_is_shared) reading_.from_rank = from.rank();
}

/// True if a piece could also have gone to the square, without leaving its king in check.
bool SpelledReplay::could_go(Square from, Square to, Bitboard before) const {
    if (!(attacks::between(from, to) & before).empty()) return false;
    const Square king = pieces(mover(), Role::king).first();
    return !is_struck(king, !mover(), (before ^ from) | to, Bitboard(to));
}

bool SpelledReplay::gives_check(Move move, Role role) const {
    const Square king = pieces(game_.turn(), Role::king).first();
    const Bitboard occupied = game_.occupied();
    const Bitboard lines = attacks::bishop_rays(king) | attacks::rook_rays(king);
    const bool is_ordinary = move.kind() == Move::Kind::ordinary;
    if (!is_ordinary || lines.contains(move.from())) return is_struck(king, mover(), occupied, {});
    const Square to = move.to();
    switch (role) {
        case Role::pawn: return attacks::pawn(game_.turn(), king).contains(to);
        case Role::king: return false;
        case Role::knight: return attacks::knight(king).contains(to);
        case Role::bishop:
        case Role::rook:
        case Role::queen: break;
    }
    return origins(role, king).contains(to) && (attacks::between(king, to) & occupied).empty();
}

Bitboard SpelledReplay::sliders_on(Square square, Color by, Bitboard occupied) const {
    const Bitboard queens = pieces(by, Role::queen);
    Bitboard result;
    const Bitboard far = (attacks::bishop_rays(square) & (pieces(by, Role::bishop) | queens)) |
                         (attacks::rook_rays(square) & (pieces(by, Role::rook) | queens));
    for (const Square slider : far)
        if ((attacks::between(square, slider) & occupied).empty()) result |= slider;
    return result;
}

bool SpelledReplay::is_struck(Square square, Color by, Bitboard occupied, Bitboard except) const {
    const Bitboard near = (attacks::knight(square) & pieces(by, Role::knight)) |
                          (attacks::pawn(!by, square) & pieces(by, Role::pawn)) |
                          (attacks::king(square) & pieces(by, Role::king));
    return !((near | sliders_on(square, by, occupied)) & ~except).empty();
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
