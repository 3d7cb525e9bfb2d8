#include "chess/replayer.hpp"

namespace cofnod::chess {
namespace {

constexpr Square square_of(unsigned index) { return Square::from_index(static_cast<int>(index)); }
constexpr Bitboard bit(unsigned index) { return Bitboard(std::uint64_t{1} << index); }

}  // namespace

Replayer::Replayer(const Position& start)
    : key_(start.key()), castling_rooks_(start.castling_rooks()), turn_(static_cast<unsigned>(start.turn())) {
    board_.fill(nobody);
    kinds_.fill(zobrist::no_piece);
    for (const Color color : {Color::white, Color::black}) {
        unsigned piece = static_cast<unsigned>(color) * 16;
        for (const Square square : start.pieces(color)) {
            const int kind = start.piece_at(square)->index();
            pieces_[static_cast<std::size_t>(kind)] |= square;
            board_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(piece);
            squares_[piece] = static_cast<std::uint8_t>(square.index());
            kinds_[piece] = static_cast<std::uint8_t>(kind);
            ++piece;
        }
        by_color_[static_cast<std::size_t>(color)] = start.pieces(color);
    }
    if (const auto square = start.en_passant()) en_passant_ = *square;
    watch();
}

void Replayer::read(std::string_view bytes) {
    at_ = reinterpret_cast<const unsigned char*>(bytes.data());
    end_ = at_ + bytes.size();
}

bool Replayer::play_rare(Ply ply) {
    switch (ply.target) {
        case move_code::castles_king_side: return play_castling(CastlingSide::king_side);
        case move_code::castles_queen_side: return play_castling(CastlingSide::queen_side);
        case move_code::second_byte:
        case move_code::nowhere: return damaged();
        case move_code::passes:
            forget_en_passant();
            pass_turn();
            move_ = Move::null();
            return true;
        default: return play_to(ply, ply.target & 63);
    }
}

bool Replayer::play_to(Ply ply, unsigned to) {
    if (!is_takeable(to)) return damaged();
    const unsigned from = squares_[ply.mover];
    const auto role = Piece::from_index(kinds_[ply.mover]).role;
    const bool passing = role == Role::pawn && (from & 7) != (to & 7) && en_passant_ == bit(to);
    forget_en_passant();
    relocate(ply.mover, from, to);
    if (passing) capture_in_passing(to);
    if (ply.target & move_code::promotion_to) promote(ply, to);

    const Bitboard touched = bit(from) | bit(to);
    lose_castling(role == Role::king ? touched | by_color_[turn_] : touched);
    finish_ply(ply.mover, from, to);
    return true;
}

bool Replayer::is_takeable(unsigned square) const { return (untouchable(turn_) >> kinds_[board_[square]] & 1U) == 0; }

bool Replayer::play_castling(CastlingSide side) {
    const auto rook = castling_rook(side);
    if (!rook) return damaged();
    const Move move = Move::castling(pieces(turn(), Role::king).first(), *rook);
    const Castling castling = Castling::of(move);
    const Bitboard others = occupied() ^ castling.king_from ^ castling.rook_from;
    if (!(castling_path(castling) & others).empty()) return damaged();

    lose_castling(by_color_[turn_]);
    forget_en_passant();
    const unsigned king_number = lift(castling.king_from);
    const unsigned rook_number = lift(castling.rook_from);
    drop(king_number, castling.king_to);
    drop(rook_number, castling.rook_to);
    move_ = move;
    pass_turn();
    return true;
}

std::optional<Square> Replayer::castling_rook(CastlingSide side) const {
    const Square king = pieces(turn(), Role::king).first();
    for (const Square rook : castling_rooks_& by_color_[turn_])
        if ((rook > king) == (side == CastlingSide::king_side)) return rook;
    return std::nullopt;
}

unsigned Replayer::lift(Square square) {
    auto& place = board_[static_cast<std::size_t>(square.index())];
    const unsigned number = place;
    place = nobody;
    toggle(kinds_[number], square);
    return number;
}

void Replayer::drop(unsigned number, Square square) {
    board_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(number);
    squares_[number] = static_cast<std::uint8_t>(square.index());
    toggle(kinds_[number], square);
}

void Replayer::toggle(int kind, Square square) {
    pieces_[static_cast<std::size_t>(kind)] ^= square;
    by_color_[static_cast<std::size_t>(Piece::from_index(kind).color)] ^= square;
    key_ ^= zobrist::piece(kind, square);
}

void Replayer::promote(Ply ply, unsigned to) {
    const Role role = move_code::promotion_role(static_cast<int>(ply.code));
    const unsigned number = lift(square_of(to));
    kinds_[number] = static_cast<std::uint8_t>(Piece{turn(), role}.index());
    drop(number, square_of(to));
    move_ = Move::promotion(move_.from(), move_.to(), role);
}

void Replayer::capture_in_passing(unsigned to) {
    const unsigned victim = lift(square_of(to ^ 8));  // one rank towards the middle, for both sides
    kinds_[victim] = zobrist::no_piece;
    move_ = Move::en_passant(move_.from(), move_.to());
}

void Replayer::lose_castling(Bitboard rooks) {
    const Bitboard lost = castling_rooks_ & rooks;
    if (lost.empty()) return;
    castling_rooks_ ^= lost;
    for (const Square rook : lost) key_ ^= zobrist::castling(rook);
    watch();
}

void Replayer::allow_en_passant(Square passed) {
    for (const Square pawn : attacks::pawn(!turn(), passed) & pieces(turn(), Role::pawn))
        if (can_capture_in_passing(pawn, passed)) {
            en_passant_ = passed;
            key_ ^= zobrist::en_passant(passed);
            watch();
            return;
        }
}

void Replayer::forget_en_passant() {
    if (en_passant_.empty()) return;
    key_ ^= zobrist::en_passant(en_passant_.first());
    en_passant_ = Bitboard{};
    watch();
}

/// Watches rooks and kings that may lose a castling right, and every square while en passant is possible, since any
/// move ends that.
void Replayer::watch() {
    watched_ = castling_rooks_;
    for (const Color color : {Color::white, Color::black})
        if (!(castling_rooks_ & pieces(color)).empty()) watched_ |= pieces(color, Role::king);
    if (!en_passant_.empty()) watched_ = ~Bitboard{};
}

bool Replayer::damaged() {
    damaged_ = true;
    at_ = end_;
    return false;
}

bool Replayer::can_capture_in_passing(Square pawn, Square passed) const {
    const Bitboard victim = square_of(static_cast<unsigned>(passed.index()) ^ 8U);
    const Bitboard after = (occupied() ^ pawn ^ victim) | passed;
    return !is_struck(pieces(turn(), Role::king).first(), !turn(), after, victim);
}

bool Replayer::is_struck(Square square, Color by, Bitboard occupied, Bitboard except) const {
    for (int role = 0; role < role_count; ++role) {
        // Attacks are symmetric: a piece of role R attacks the square if R of the other colour on the square attacks
        // it.
        const Piece seen{!by, static_cast<Role>(role)};
        const Bitboard there = pieces(by, seen.role) & ~except;
        if (!there.empty() && !(attacks::of(seen, square, occupied) & there).empty()) return true;
    }
    return false;
}

}  // namespace cofnod::chess
