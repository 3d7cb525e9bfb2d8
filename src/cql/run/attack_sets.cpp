#include "cql/run/attack_sets.hpp"

#include "chess/attacks.hpp"
#include "cql/run/context.hpp"

namespace cofnod::cql {

namespace {

namespace attacks = chess::attacks;

constexpr Bitboard not_a = ~Bitboard::of(notation::File::a);
constexpr Bitboard not_h = ~Bitboard::of(notation::File::h);
constexpr Bitboard not_ab = not_a & ~Bitboard::of(notation::File::b);
constexpr Bitboard not_gh = not_h & ~Bitboard::of(notation::File::g);

constexpr Bitboard pawn_strikes(Color color, Bitboard pawns) {
    const int up = chess::forward(color);
    return (pawns & not_a).shifted(up - 1) | (pawns & not_h).shifted(up + 1);
}

constexpr Bitboard knight_strikes(Bitboard from) {
    const Bitboard one = (from & not_h).shifted(1) | (from & not_a).shifted(-1);
    const Bitboard two = (from & not_gh).shifted(2) | (from & not_ab).shifted(-2);
    return one.shifted(16) | one.shifted(-16) | two.shifted(8) | two.shifted(-8);
}

constexpr Bitboard king_strikes(Bitboard from) {
    const Bitboard sideways = (from & not_h).shifted(1) | (from & not_a).shifted(-1);
    const Bitboard row = from | sideways;
    return sideways | row.shifted(8) | row.shifted(-8);
}

Bitboard diagonal_sliders(const PieceSets& board) { return board.of(Role::bishop) | board.of(Role::queen); }
Bitboard straight_sliders(const PieceSets& board) { return board.of(Role::rook) | board.of(Role::queen); }

/// Returns the attackers among `from` other than sliders.
Bitboard stepping_attackers(const PieceSets& board, Bitboard from, Bitboard targets) {
    // In reverse: a white pawn attacks a square iff a black pawn there would attack the pawn.
    Bitboard result = pawn_strikes(Color::black, targets) & board.of(Color::white, Role::pawn);
    result |= pawn_strikes(Color::white, targets) & board.of(Color::black, Role::pawn);
    result |= knight_strikes(targets) & board.of(Role::knight);
    result |= king_strikes(targets) & board.of(Role::king);
    return result & from;
}

bool has_more_than_two(Bitboard squares) { return (squares & Bitboard(squares.bits() - 1)).has_several(); }

/// Returns the squares attacked by a colour, cached per position; nullptr if not cached and not worth computing for few
/// squares.
const Bitboard* struck_by(Context& context, Color color, bool few) {
    auto& struck = context.struck[static_cast<std::size_t>(color)];
    const bool asked_before = struck.id == context.at && struck.game == context.game_stamp;
    if (asked_before && struck.known) return &struck.squares;
    const bool pays = !few || asked_before;
    struck = {context.game_stamp, context.at, pays, {}};
    if (!pays) return nullptr;
    struck.squares = struck_by(context.now->board, context.now->board.of(color));
    return &struck.squares;
}

}  // namespace

Bitboard struck_by(const PieceSets& board, Bitboard from) {
    const Bitboard occupied = board.of(PieceSets::occupied);
    Bitboard result = pawn_strikes(Color::white, from & board.of(Color::white, Role::pawn)) |
                      pawn_strikes(Color::black, from & board.of(Color::black, Role::pawn)) |
                      knight_strikes(from & board.of(Role::knight)) | king_strikes(from & board.of(Role::king));
    for (const Square square : from& diagonal_sliders(board)) result |= attacks::bishop(square, occupied);
    for (const Square square : from& straight_sliders(board)) result |= attacks::rook(square, occupied);
    return result;
}

Bitboard struck_by_one(const PieceSets& board, Square from) {
    const int kind = board.kind_at(from);
    if (kind == PieceSets::empty) return {};
    return attacks::of(chess::Piece::from_index(kind), from, board.of(PieceSets::occupied));
}

Bitboard strikers(const PieceSets& board, Bitboard from, Bitboard targets) {
    const Bitboard occupied = board.of(PieceSets::occupied);
    Bitboard result = stepping_attackers(board, from, targets);
    for (const Square square : from& diagonal_sliders(board))
        if (!(attacks::bishop_rays(square) & targets).empty() && !(attacks::bishop(square, occupied) & targets).empty())
            result |= square;
    for (const Square square : from& straight_sliders(board))
        if (!(attacks::rook_rays(square) & targets).empty() && !(attacks::rook(square, occupied) & targets).empty())
            result |= square;
    return result;
}

Bitboard strikers_of(const PieceSets& board, Square square, Bitboard occupied) {
    return (attacks::pawn(Color::black, square) & board.of(Color::white, Role::pawn)) |
           (attacks::pawn(Color::white, square) & board.of(Color::black, Role::pawn)) |
           (attacks::knight(square) & board.of(Role::knight)) | (attacks::king(square) & board.of(Role::king)) |
           (attacks::bishop(square, occupied) & diagonal_sliders(board)) |
           (attacks::rook(square, occupied) & straight_sliders(board));
}

Bitboard struck_among(Context& context, Bitboard squares, Bitboard from) {
    const PieceSets& board = context.now->board;
    from &= board.of(PieceSets::occupied);
    if (squares.empty() || from.empty()) return {};
    if (!from.has_several()) return squares & struck_by_one(board, from.first());
    const bool few = !has_more_than_two(squares);
    const bool is_played = context.at < context.tree.size();
    for (const Color color : {Color::white, Color::black}) {
        if (!is_played || from != board.of(color)) continue;
        if (const Bitboard* struck = struck_by(context, color, few)) return squares & *struck;
    }
    if (!few) return squares & struck_by(board, from);
    Bitboard result;
    for (const Square square : squares)
        if (!(strikers_of(board, square, board.of(PieceSets::occupied)) & from).empty()) result |= square;
    return result;
}

Bitboard checkers(const Snapshot& now) {
    const PieceSets& board = now.board;
    const Square king = board.king(now.turn);
    const Color enemy = !now.turn;
    const Bitboard queens = board.of(enemy, Role::queen);
    Bitboard result = (attacks::knight(king) & board.of(enemy, Role::knight)) |
                      (attacks::pawn(now.turn, king) & board.of(enemy, Role::pawn));
    const Bitboard sliders = (attacks::bishop_rays(king) & (board.of(enemy, Role::bishop) | queens)) |
                             (attacks::rook_rays(king) & (board.of(enemy, Role::rook) | queens));
    for (const Square slider : sliders)
        if ((attacks::between(king, slider) & board.of(PieceSets::occupied)).empty()) result |= slider;
    return result;
}

}  // namespace cofnod::cql
