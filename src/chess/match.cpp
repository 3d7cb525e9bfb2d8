#include "chess/match.hpp"

#include "base/reason.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"

namespace cofnod::chess {
namespace {

using notation::MovePattern;
using notation::Wing;

/// The squares that are meant where `squares` are written.
Bitboard meant(const MovePattern& pattern, notation::SquareSet squares, Color us) {
    return Bitboard(pattern.seen_by_mover && us == Color::black ? __builtin_bswap64(squares) : squares);
}

bool fits_castling(const MovePattern& pattern, Move move, Color us) {
    const Castling squares = Castling::of(move);
    switch (pattern.kind) {
        case MovePattern::Kind::castle: return true;
        case MovePattern::Kind::castle_king_side: return squares.king_from < squares.rook_from;
        case MovePattern::Kind::castle_queen_side: return squares.rook_from < squares.king_from;
        case MovePattern::Kind::move: break;
    }
    // By its squares: e1g1, or the king onto his rook.
    const Bitboard to = meant(pattern, pattern.to, us);
    return !pattern.role && meant(pattern, pattern.from, us).contains(squares.king_from) &&
           (to.contains(squares.king_to) || to.contains(squares.rook_from));
}

bool fits_capture(const Position& position, const MovePattern& pattern, Move move) {
    const bool passing = move.kind() == Move::Kind::en_passant;
    const auto captured = position.piece_at(move.to());
    if (pattern.capture && *pattern.capture != (captured || passing)) return false;
    if (pattern.en_passant && !passing) return false;
    return !pattern.captured || *pattern.captured == (passing ? Role::pawn : captured->role);
}

bool fits(const Position& position, const MovePattern& pattern, Move move) {
    const Color us = position.turn();
    if (move.kind() == Move::Kind::castling) return fits_castling(pattern, move, us);
    if (pattern.kind != MovePattern::Kind::move) return false;
    if (!meant(pattern, pattern.from, us).contains(move.from()) || !meant(pattern, pattern.to, us).contains(move.to()))
        return false;
    if (pattern.role && position.piece_at(move.from())->role != *pattern.role) return false;
    const bool promotes = move.kind() == Move::Kind::promotion;
    if (promotes != pattern.promotion.has_value()) return false;
    if (promotes && move.promotion_role() != *pattern.promotion) return false;
    return fits_capture(position, pattern, move);
}

/// Bishops keep their colour, so that a king's bishop is known even where nobody has followed it: f1 is light.
bool is_of_wing(const Position& position, const Wings& wings, Move move, Wing wing) {
    const Square from = move.from();
    if (position.piece_at(from)->role != Role::bishop) return wings.is_of_king_side(from) == (wing == Wing::king_side);
    const bool light = (static_cast<int>(from.file()) + static_cast<int>(from.rank())) % 2 != 0;
    const bool kings_is_light = position.turn() == Color::white;
    return (light == kings_is_light) == (wing == Wing::king_side);
}

notation::CheckMark check_after(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    return check_mark(after);
}

/// Keeps the moves that `suit`, unless none does.
template <typename Suits>
void prefer(FewMoves& moves, Suits suits) {
    if (moves.size() < 2) return;
    FewMoves kept;
    for (const Move move : moves)
        if (suits(move)) kept.add(move);
    if (!kept.empty()) moves = kept;
}

Argument::List listed(const FewMoves& moves) {
    Argument::List list;
    for (const Move move : moves) list.push_back(move.from().to_string() + "-" + move.to().to_string());
    return list;
}

}  // namespace

Resolution resolve(const Position& position, const MovePattern& pattern, const Wings& wings) {
    Resolution resolution;
    for (const Move move : legal_moves(position))
        if (fits(position, pattern, move)) resolution.moves.add(move);
    if (pattern.wing)
        prefer(resolution.moves, [&](Move move) { return is_of_wing(position, wings, move, *pattern.wing); });
    if (pattern.check != notation::CheckMark::none)
        prefer(resolution.moves, [&](Move move) { return check_after(position, move) != notation::CheckMark::none; });
    if (pattern.check == notation::CheckMark::mate)
        prefer(resolution.moves, [&](Move move) { return check_after(position, move) == notation::CheckMark::mate; });

    resolution.count_moves();
    if (resolution.kind == Resolution::Kind::illegal) resolution.reason = IllegalReason::nothing_reaches;
    return resolution;
}

Reason explain(const Position& position, const MovePattern& pattern, const Resolution& resolution) {
    if (resolution.kind == Resolution::Kind::ambiguous)
        return {ProblemKind::several_moves_fit, {listed(resolution.moves)}};
    if (pattern.promotion) return {ProblemKind::no_legal_move_fits};
    MovePattern promoting = pattern;
    promoting.promotion = Role::queen;
    const bool promotes = resolve(position, promoting, Wings()).kind != Resolution::Kind::illegal;
    return {promotes ? ProblemKind::promotion_piece_missing : ProblemKind::no_legal_move_fits};
}

}  // namespace cofnod::chess
