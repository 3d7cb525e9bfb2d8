#include "camelot/position.hpp"

#include "camelot/zobrist.hpp"

namespace cofnod::camelot {

Position::Position(const Setup& setup) : board_(setup.board), castle_moves_(setup.castle_moves), turn_(setup.turn) {
    for (int index = 0; index < piece_count; ++index)
        for (const Square square : setup.pieces[static_cast<std::size_t>(index)])
            toggle(Piece::from_index(index), square);
    key_ = key_from_scratch(*this);
}

Position Position::initial(const Board& board) { return Position(Setup{&board, board.start}); }

std::optional<Piece> Position::piece_at(Square square) const {
    const Role role = knights_.contains(square) ? Role::knight : Role::man;
    for (const Color color : {Color::white, Color::black})
        if (pieces(color).contains(square)) return Piece{color, role};
    return std::nullopt;
}

bool Position::has_castle_move() const { return castle_moves(turn_) < zobrist::most_castle_moves; }

Bitboard Position::captured_by(const Move& move) const {
    Bitboard victims;
    if (!move.is_capture()) return victims;
    std::uint32_t rest = move.captured;
    for (const Square square : pieces(!turn_)) {
        if (rest & 1) victims |= square;
        rest >>= 1;
    }
    return victims;
}

void Position::toggle(Piece piece, Square square) {
    by_color_[static_cast<std::size_t>(piece.color)] ^= square;
    if (piece.role == Role::knight) knights_ ^= square;
    key_ ^= zobrist::piece(piece, square);
}

void Position::capture(const Bitboard& victims) {
    for (const Square square : victims) toggle(*piece_at(square), square);
}

void Position::count_castle_move() {
    auto& count = castle_moves_[static_cast<std::size_t>(turn_)];
    key_ ^= zobrist::castle_moves(turn_, count);
    if (count < zobrist::most_castle_moves) ++count;
    key_ ^= zobrist::castle_moves(turn_, count);
}

void Position::play(const Move& move) {
    const Piece piece{turn_, knights_.contains(move.from) ? Role::knight : Role::man};
    const bool inside_castle = enemy_castle().contains(move.from);
    const bool enters_castle = !inside_castle && enemy_castle().contains(move.to);
    if (move.is_capture()) capture(captured_by(move));
    toggle(piece, move.from);
    toggle(piece, move.to);
    if (inside_castle) count_castle_move();
    quiet_plies_ = move.is_capture() || enters_castle ? std::uint16_t{0} : static_cast<std::uint16_t>(quiet_plies_ + 1);
    turn_ = !turn_;
    key_ ^= zobrist::table.black_to_move;
}

Move effect_of(const Position& position, const Path& path) {
    Move move{path.front(), path.back()};
    const Bitboard& enemies = position.pieces(!position.turn());
    for (std::size_t i = 1; i < path.size(); ++i) {
        const Square middle = Square::from_index((path[i - 1].index() + path[i].index()) / 2);
        const int files = path[i].file() - path[i - 1].file();
        const int ranks = path[i].rank() - path[i - 1].rank();
        const bool is_leap = files % 2 == 0 && ranks % 2 == 0;
        if (is_leap && enemies.contains(middle)) move.captured |= 1U << enemies.count_before(middle);
    }
    return move;
}

std::uint64_t key_from_scratch(const Position& position) {
    std::uint64_t key = 0;
    for (const Square square : position.occupied()) key ^= zobrist::piece(*position.piece_at(square), square);
    for (const Color color : {Color::white, Color::black})
        key ^= zobrist::castle_moves(color, position.castle_moves(color));
    if (position.turn() == Color::black) key ^= zobrist::table.black_to_move;
    return key;
}

}  // namespace cofnod::camelot
