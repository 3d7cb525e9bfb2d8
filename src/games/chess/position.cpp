#include "games/chess/position.hpp"

#include "base/bytes.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/attacks.hpp"
#include "games/chess/movegen.hpp"

namespace cofnod::chess {

namespace {

/// Returns the squares from `a` to `b` on one rank, both included.
Bitboard walk(Square a, Square b) { return attacks::between(a, b) | a | b; }

}  // namespace

Bitboard castling_path(const Castling& castling) {
    return walk(castling.king_from, castling.king_to) | walk(castling.rook_from, castling.rook_to);
}

CastlingJudgement judge_castling(const Position& position, CastlingSide side) {
    const Color us = position.turn();
    const auto rook = position.castling_rook(us, side);
    if (!rook) return {CastlingFault::no_right, Move::null(), std::nullopt};

    const Move move = Move::castling(position.king(us), *rook);
    const Castling squares = Castling::of(move);
    const Bitboard others = position.occupied() ^ squares.king_from ^ squares.rook_from;
    if (const Bitboard blockers = others & castling_path(squares); !blockers.empty())
        return {CastlingFault::blocked, move, blockers.first()};

    if (position.is_check()) return {CastlingFault::in_check, move, squares.king_from};
    // King and rook are removed: the moving king blocks nothing, and in Chess960 the departing rook may expose it.
    const Bitboard settled = others | squares.rook_to;
    for (const Square square : walk(squares.king_from, squares.king_to)) {
        const Bitboard occupied = square == squares.king_to ? settled : others | squares.rook_from;
        if (position.is_attacked(square, !us, occupied)) return {CastlingFault::through_check, move, square};
    }
    return {std::nullopt, move, std::nullopt};
}

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
    const Bitboard occupied = all_of(pieces, Color::white) | all_of(pieces, Color::black);
    if (attacks::is_attacked(king, setup.turn, occupied, [&](Role role) { return of(pieces, setup.turn, role); }))
        return SquareFault{SetupFault::opponent_in_check, king};
    return std::nullopt;
}

}  // namespace cofnod::chess

namespace cofnod::chess::zobrist {

namespace {

constexpr Table make_table() {
    SplitMix64 random(0x636F666E6F64);  // "cofnod"
    Table table;
    for (int piece = 0; piece < no_piece; ++piece)
        for (auto& number : table.piece[static_cast<std::size_t>(piece)]) number = random();
    for (auto& number : table.castling) number = random();
    for (auto& number : table.en_passant) number = random();
    table.black_to_move = random();
    return table;
}

}  // namespace

constinit const Table table = make_table();

}  // namespace cofnod::chess::zobrist

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

bool Position::is_attacked(Square square, Color by, Bitboard occupied, Bitboard gone) const {
    const Bitboard enemies = pieces(by) & ~gone;
    return attacks::is_attacked(square, by, occupied, [&](Role role) { return pieces(role) & enemies; });
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

/// Plays a move that is not ordinary or ends castling or en-passant rights; its remainder is played as an ordinary
/// move.
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
