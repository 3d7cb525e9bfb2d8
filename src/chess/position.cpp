#include "chess/play.hpp"

namespace cofnod::chess {
namespace {

constexpr int pawn_code(Color color) { return Piece{color, Role::pawn}.index(); }

Setup initial_setup() {
    constexpr Role back[] = {Role::rook, Role::knight, Role::bishop, Role::queen,
                             Role::king, Role::bishop, Role::knight, Role::rook};
    Setup setup;
    for (std::size_t file = 0; file < 8; ++file) {
        setup.board[file] = Piece{Color::white, back[file]};
        setup.board[file + 8] = Piece{Color::white, Role::pawn};
        setup.board[file + 48] = Piece{Color::black, Role::pawn};
        setup.board[file + 56] = Piece{Color::black, back[file]};
    }
    setup.castling_rooks = Bitboard(0x8100000000000081ULL);
    return setup;
}

}  // namespace

Position::Position(const Setup& setup) {
    board_.fill(zobrist::no_piece);
    for (int index = 0; index < square_count; ++index)
        if (const auto piece = setup.board[static_cast<std::size_t>(index)])
            put(Square::from_index(index), piece->index());
    halfmove_clock_ = setup.halfmove_clock;
    fullmove_number_ = setup.fullmove_number;
    turn_ = setup.turn;
    if (turn_ == Color::black) key_ ^= zobrist::table.black_to_move;
    keep_possible_castling(setup.castling_rooks);
    if (explains_en_passant(setup)) allow_en_passant(*setup.en_passant);
}

Position Position::initial() {
    static const Position position{initial_setup()};
    return position;
}

/// Keeps at most one rook on each side of a king on its own first rank.
void Position::keep_possible_castling(Bitboard rooks) {
    for (const Color color : {Color::white, Color::black}) {
        const Rank home = relative(color, Rank::r1);
        if (king(color).rank() != home) continue;
        const Bitboard own = rooks & pieces(color, Role::rook) & Bitboard::of(home);
        const Bitboard left = own & Bitboard(Bitboard(king(color)).bits() - 1);
        const Bitboard right = own & ~left;
        if (!left.empty()) allow_castling(left.first());
        if (!right.empty()) allow_castling(right.last());
    }
}

void Position::allow_castling(Square rook) {
    castling_rooks_ |= rook;
    key_ ^= zobrist::castling(rook);
}

std::optional<Square> Position::castling_rook(Color color, CastlingSide side) const {
    for (const Square rook : castling_rooks_& pieces(color))
        if ((rook > king(color)) == (side == CastlingSide::king_side)) return rook;
    return std::nullopt;
}

Bitboard Position::sliders_towards_king(Color color) const {
    const Bitboard queens = pieces(Role::queen);
    const Square square = king(color);
    return ((attacks::bishop_rays(square) & (pieces(Role::bishop) | queens)) |
            (attacks::rook_rays(square) & (pieces(Role::rook) | queens))) &
           pieces(!color);
}

Bitboard Position::checkers() const {
    const Square square = king(turn_);
    Bitboard result =
        ((attacks::knight(square) & pieces(Role::knight)) | (attacks::pawn(turn_, square) & pieces(Role::pawn))) &
        pieces(!turn_);
    for (const Square slider : sliders_towards_king(turn_))
        if ((attacks::between(square, slider) & occupied()).empty()) result |= slider;
    return result;
}

/// Those that may attack the square are few: cheaper than to look from there.
bool Position::is_attacked(Square square, Color by, Bitboard occupied, Bitboard gone) const {
    const Bitboard enemies = pieces(by) & ~gone;
    const Bitboard steppers = (attacks::knight(square) & pieces(Role::knight)) |
                              (attacks::king(square) & pieces(Role::king)) |
                              (attacks::pawn(!by, square) & pieces(Role::pawn));
    if (!(steppers & enemies).empty()) return true;
    const Bitboard queens = pieces(Role::queen);
    const Bitboard sliders = (attacks::bishop_rays(square) & (pieces(Role::bishop) | queens)) |
                             (attacks::rook_rays(square) & (pieces(Role::rook) | queens));
    for (const Square slider : sliders& enemies)
        if ((attacks::between(square, slider) & occupied).empty()) return true;
    return false;
}

bool Position::leaves_king_safe(Move move) const {
    if (move.is_null()) return !is_check();
    const Square from = move.from();
    const Square to = move.to();
    Bitboard gone = to;
    Bitboard after = (occupied() & ~Bitboard(from)) | to;
    if (move.kind() == Move::Kind::en_passant) {
        const Bitboard victim = Square::from_index(to.index() - forward(turn_));
        gone |= victim;
        after &= ~victim;
    }
    const Square own_king = king(turn_);
    return !is_attacked(from == own_king ? to : own_king, !turn_, after, gone);
}

void Position::put(Square square, int piece) {
    by_role_[role_slot(piece)] |= square;
    by_color_[static_cast<std::size_t>(piece / role_count)] |= square;
    board_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(piece);
    key_ ^= zobrist::piece(piece, square);
}

void Position::take(Square square, int piece) {
    by_role_[role_slot(piece)] &= ~Bitboard(square);
    by_color_[static_cast<std::size_t>(piece / role_count)] &= ~Bitboard(square);
    board_[static_cast<std::size_t>(square.index())] = zobrist::no_piece;
    key_ ^= zobrist::piece(piece, square);
}

void Position::play(Move move) { play(move, role_at(move.from())); }

/// Plays what is not an ordinary move, or ends a right; the rest of it is one.
void Position::play_rare(Move move) {
    if (en_passant_ != 0) forget_en_passant();
    if (move.is_null() || move.kind() == Move::Kind::castling) {
        ++halfmove_clock_;
        if (!move.is_null()) castle(move);
        return pass_turn();
    }
    const Square to = move.to();
    const Bitboard touched = Bitboard(move.from()) | to;
    lose_castling(pieces(Role::king).contains(move.from()) ? touched | pieces(turn_) : touched);
    play(Move::ordinary(move.from(), to));
    if (move.kind() == Move::Kind::en_passant) {
        take(Square::from_index(to.index() + forward(turn_)), pawn_code(turn_));
    } else if (move.kind() == Move::Kind::promotion) {
        take(to, pawn_code(!turn_));
        put(to, Piece{!turn_, move.promotion_role()}.index());
    }
}

void Position::castle(Move move) {
    const Castling castling = Castling::of(move);
    lose_castling(pieces(turn_));
    const int king_code = Piece{turn_, Role::king}.index();
    const int rook_code = Piece{turn_, Role::rook}.index();
    take(castling.king_from, king_code);
    take(castling.rook_from, rook_code);
    put(castling.king_to, king_code);
    put(castling.rook_to, rook_code);
}

void Position::lose_castling(Bitboard rooks) {
    const Bitboard lost = castling_rooks_ & rooks;
    castling_rooks_ ^= lost;
    for (const Square rook : lost) key_ ^= zobrist::castling(rook);
}

void Position::forget_en_passant() {
    key_ ^= zobrist::en_passant(Square::from_index(en_passant_));
    en_passant_ = 0;
}

void Position::allow_en_passant(Square square) {
    for (const Square pawn : attacks::pawn(!turn_, square) & pieces(turn_, Role::pawn))
        if (leaves_king_safe(Move::en_passant(pawn, square))) {
            en_passant_ = static_cast<std::uint8_t>(square.index());
            key_ ^= zobrist::en_passant(square);
            return;
        }
}

std::uint64_t key_from_scratch(const Position& position) {
    std::uint64_t key = 0;
    for (const Square square : position.occupied()) key ^= zobrist::piece(position.piece_at(square)->index(), square);
    for (const Square rook : position.castling_rooks()) key ^= zobrist::castling(rook);
    if (const auto square = position.en_passant()) key ^= zobrist::en_passant(*square);
    if (position.turn() == Color::black) key ^= zobrist::table.black_to_move;
    return key;
}

}  // namespace cofnod::chess
