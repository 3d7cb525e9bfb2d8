#include "chess/resolve_described.hpp"

#include <algorithm>

#include "base/problem_kinds.hpp"
#include "base/reason.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/squares_move.hpp"

namespace cofnod::chess {
namespace {

using notation::DescribedMove;
using notation::Wing;

/// Mirrors `squares` vertically if they are written from Black's side.
Bitboard seen_from_white(const DescribedMove& described, notation::SquareSet squares, Color us) {
    return Bitboard(described.seen_by_mover && us == Color::black ? __builtin_bswap64(squares) : squares);
}

bool fits_castling(const DescribedMove& described, Move move, Color us) {
    const Castling squares = Castling::of(move);
    switch (described.kind) {
        case DescribedMove::Kind::castle: return true;
        case DescribedMove::Kind::castle_king_side: return squares.king_from < squares.rook_from;
        case DescribedMove::Kind::castle_queen_side: return squares.rook_from < squares.king_from;
        case DescribedMove::Kind::null_move: return false;
        case DescribedMove::Kind::move: break;
    }
    // Written by its squares: e1g1, or king takes own rook.
    const Bitboard to = seen_from_white(described, described.to, us);
    return !described.role && seen_from_white(described, described.from, us).contains(squares.king_from) &&
           (to.contains(squares.king_to) || to.contains(squares.rook_from));
}

bool fits_capture(const Position& position, const DescribedMove& described, Move move) {
    const bool passing = move.kind() == Move::Kind::en_passant;
    const auto captured = position.piece_at(move.to());
    if (described.capture && *described.capture != (captured || passing)) return false;
    if (described.en_passant && !passing) return false;
    return !described.captured || *described.captured == (passing ? Role::pawn : captured->role);
}

bool fits(const Position& position, const DescribedMove& described, Move move) {
    const Color us = position.turn();
    if (move.kind() == Move::Kind::castling) return fits_castling(described, move, us);
    if (described.kind != DescribedMove::Kind::move) return false;
    if (!seen_from_white(described, described.from, us).contains(move.from()) ||
        !seen_from_white(described, described.to, us).contains(move.to()))
        return false;
    if (described.role && position.piece_at(move.from())->role != *described.role) return false;
    const bool promotes = move.kind() == Move::Kind::promotion;
    if (promotes != described.promotion.has_value()) return false;
    if (promotes && move.promotion_role() != *described.promotion) return false;
    return fits_capture(position, described, move);
}

/// Bishops are identified by square colour, which also works when the game was not followed from the start: f1 is
/// light.
bool is_of_wing(const Position& position, const Wings& wings, Move move, Wing wing) {
    const Square from = move.from();
    if (position.piece_at(from)->role != Role::bishop) return wings.is_of_king_side(from) == (wing == Wing::king_side);
    const bool light = (static_cast<int>(from.file()) + static_cast<int>(from.rank())) % 2 != 0;
    const bool kings_is_light = position.turn() == Color::white;
    return (light == kings_is_light) == (wing == Wing::king_side);
}

/// True for the piece that stands further on its wing than the others that can move so.
bool stands_on_wing(const FewMoves& moves, Move move, Wing wing) {
    return std::all_of(moves.begin(), moves.end(), [&](Move other) {
        return wing == Wing::king_side ? other.from().file() <= move.from().file()
                                       : other.from().file() >= move.from().file();
    });
}

notation::CheckMark check_after(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    return check_mark(after);
}

/// Keeps only the moves for which `suits` is true, unless there are none.
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

Resolution resolve(const Position& position, const DescribedMove& described, const Wings& wings) {
    Resolution resolution;
    if (described.kind == DescribedMove::Kind::null_move && !position.is_check()) resolution.moves.add(Move::null());
    for (const Move move : legal_moves(position))
        if (fits(position, described, move)) resolution.moves.add(move);
    if (described.wing)
        prefer(resolution.moves, [&, all = resolution.moves](Move move) {
            return is_of_wing(position, wings, move, *described.wing) ||
                   (wings.heeds_places() && stands_on_wing(all, move, *described.wing));
        });
    if (described.check != notation::CheckMark::none)
        prefer(resolution.moves, [&](Move move) { return check_after(position, move) != notation::CheckMark::none; });
    if (described.check == notation::CheckMark::mate)
        prefer(resolution.moves, [&](Move move) { return check_after(position, move) == notation::CheckMark::mate; });

    resolution.count_moves();
    if (resolution.kind == Resolution::Kind::illegal) resolution.reason = IllegalReason::nothing_reaches;
    return resolution;
}

Reason explain(const Position& position, const DescribedMove& described, const Resolution& resolution) {
    if (resolution.kind == Resolution::Kind::ambiguous)
        return {ProblemKind::several_moves_fit, {listed(resolution.moves)}};
    if (described.kind == DescribedMove::Kind::null_move) return {ProblemKind::null_move_in_check};
    if (described.promotion) return {ProblemKind::no_legal_move_fits};
    DescribedMove promoting = described;
    promoting.promotion = Role::queen;
    const bool promotes = resolve(position, promoting, Wings()).kind != Resolution::Kind::illegal;
    if (promotes) return {ProblemKind::promotion_piece_missing};
    const bool is_of_squares = described.kind == DescribedMove::Kind::move && !described.role &&
                               __builtin_popcountll(described.from) == 1 && __builtin_popcountll(described.to) == 1;
    return is_of_squares ? explain_squares(position, described) : Reason{ProblemKind::no_legal_move_fits};
}

}  // namespace cofnod::chess
