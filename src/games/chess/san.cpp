#include "games/chess/san.hpp"

#include "games/chess/movegen.hpp"

namespace cofnod::chess {

namespace {

using notation::CheckMark;
using notation::Reading;

/// Returns the other pieces of the same role that reach the same square.
Bitboard near_rivals(const Position& position, Move move, Piece piece) {
    const Bitboard same = position.pieces(piece.color, piece.role) & ~Bitboard(move.from());
    return attacks::of(piece, move.to(), position.occupied()) & same;
}

/// Returns the rivals that can legally go there.
Bitboard rivals(const Position& position, Move move, Piece piece) {
    Bitboard rivals = near_rivals(position, move, piece);
    for (const Square from : rivals)
        if (!position.leaves_king_safe(Move::ordinary(from, move.to()))) rivals ^= from;
    return rivals;
}

}  // namespace

Reading san_reading(const Position& position, Move move) {
    const auto piece = position.piece_at(move.from());
    return minimal_reading(move, piece ? piece->role : Role::pawn, position.occupied(),
                           [&] { return rivals(position, move, *piece); });
}

bool has_rival(const Position& position, Move move) {
    const std::optional<Piece> piece = position.piece_at(move.from());
    return !move.is_null() && piece && !near_rivals(position, move, *piece).empty();
}

CheckMark check_mark(const Position& after) {
    if (!after.is_check()) return CheckMark::none;
    return has_legal_move(after) ? CheckMark::check : CheckMark::mate;
}

UciCastling uci_castling(const Position& start) {
    bool usual = true;
    for (const Color color : {Color::white, Color::black}) {
        const Bitboard rooks = start.castling_rooks() & start.pieces(color);
        if (rooks.empty()) continue;
        usual = usual && start.king(color).file() == File::e;
        for (const Square rook : rooks) usual = usual && (rook.file() == File::a || rook.file() == File::h);
    }
    return usual ? UciCastling::king_moves : UciCastling::king_takes_rook;
}

std::string write_uci(Move move, UciCastling castling) {
    if (move.is_null()) return "0000";
    const bool king_moves = move.kind() == Move::Kind::castling && castling == UciCastling::king_moves;
    const Square to = king_moves ? Castling::of(move).king_to : move.to();
    std::string text = move.from().to_string() + to.to_string();
    if (move.kind() == Move::Kind::promotion) text += Piece{Color::black, move.promotion_role()}.fen_letter();
    return text;
}

std::optional<Move> read_uci(const Position& position, std::string_view text) {
    if (text == "0000") return position.is_check() ? std::nullopt : std::optional(Move::null());
    std::optional<Move> castling;
    for (const Move move : legal_moves(position)) {
        const bool castles = move.kind() == Move::Kind::castling;
        if (text == write_uci(move, UciCastling::king_takes_rook)) return move;
        if (castles && text == write_uci(move, UciCastling::king_moves)) castling = move;
    }
    // Tried last: in Chess960 "f1g1" is a king move if that is legal, otherwise castling.
    return castling;
}

}  // namespace cofnod::chess
