#include "chess/squares_move.hpp"

#include <optional>

#include "base/problem_kinds.hpp"
#include "chess/castling.hpp"
#include "chess/movegen.hpp"
#include "chess/resolve.hpp"

namespace cofnod::chess {

namespace {

std::optional<Role> promoted_role(char letter) {
    switch (letter) {
        case 'q': return Role::queen;
        case 'r': return Role::rook;
        case 'b': return Role::bishop;
        case 'n': return Role::knight;
        default: return std::nullopt;
    }
}

}  // namespace

Move resolve_squares(const Position& position, std::string_view word) {
    if (word.size() != 4 && word.size() != 5) return Move::null();
    const auto from = Square::parse(word.substr(0, 2)), to = Square::parse(word.substr(2, 2));
    if (!from || !to) return Move::null();
    const auto piece = position.piece_at(*from);
    if (!piece || piece->color != position.turn()) return Move::null();
    if (piece->role == Role::king && !(position.castling_rooks() & position.pieces(piece->color)).empty())
        return Move::null();
    const bool is_pawn = piece->role == Role::pawn;
    const bool is_last_rank = to->rank() == Rank::r1 || to->rank() == Rank::r8;
    if ((is_pawn && is_last_rank) != (word.size() == 5)) return Move::null();
    Move move = Move::ordinary(*from, *to);
    if (word.size() == 5) {
        const auto role = promoted_role(word[4]);
        if (!role) return Move::null();
        move = Move::promotion(*from, *to, *role);
    } else if (is_pawn && position.en_passant() == *to && from->file() != to->file()) {
        move = Move::en_passant(*from, *to);
    }
    return is_legal(position, move) ? move : Move::null();
}

Reason explain_squares(const Position& position, const notation::DescribedMove& described) {
    const Square from = Bitboard(described.from).first(), to = Bitboard(described.to).first();
    const auto piece = position.piece_at(from);
    if (!piece) return {ProblemKind::no_piece_there, {from.to_string()}};
    if (piece->color != position.turn()) return {ProblemKind::opponents_piece_there, {from.to_string()}};
    notation::Reading reading;
    reading.role = piece->role;
    reading.from_file = from.file();
    reading.from_rank = from.rank();
    reading.to_file = to.file();
    reading.to_rank = to.rank();
    reading.promotion = described.promotion;
    static constexpr int castling_step = 2;
    const int step = static_cast<int>(to.file()) - static_cast<int>(from.file());
    const bool castles =
        piece->role == Role::king && from.rank() == to.rank() && (step == castling_step || step == -castling_step);
    if (castles)
        reading.kind =
            step > 0 ? notation::Reading::Kind::castle_king_side : notation::Reading::Kind::castle_queen_side;
    if (piece->role == Role::pawn && from.file() != to.file()) reading.capture = true;
    notation::Readings readings;
    readings.add(reading);
    return explain(position, readings, resolve(position, readings));
}

}  // namespace cofnod::chess
