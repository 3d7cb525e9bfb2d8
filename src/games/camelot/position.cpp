#include "games/camelot/position.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"

namespace cofnod::camelot {

const Board* board_named(std::string_view name) {
    const auto lower = [](char c) { return to_lower(c); };
    for (const Board* board : {&boards::camelot, &boards::cam, &boards::camette, &boards::chivalry})
        if (std::ranges::equal(name, board->name, {}, lower, lower)) return board;
    return nullptr;
}

ProblemKind kind_of(SetupFault fault) {
    switch (fault) {
        case SetupFault::wrong_rank_count: return ProblemKind::camelot_rank_count;
        case SetupFault::rank_too_long: return ProblemKind::camelot_rank_too_long;
        case SetupFault::rank_too_short: return ProblemKind::camelot_rank_too_short;
        case SetupFault::bad_piece_letter: return ProblemKind::camelot_piece_letter;
        case SetupFault::wrong_shape: return ProblemKind::camelot_shape;
        case SetupFault::bad_turn: return ProblemKind::camelot_turn;
        case SetupFault::bad_castle_moves: return ProblemKind::camelot_castle_moves;
        case SetupFault::text_after_end: return ProblemKind::camelot_text_after_end;
        case SetupFault::no_pieces: return ProblemKind::camelot_no_pieces;
        case SetupFault::too_many_pieces: return ProblemKind::camelot_too_many_pieces;
        case SetupFault::several_in_own_castle: return ProblemKind::camelot_several_in_castle;
    }
    return {};
}

std::optional<SquareFault> fault_of(const Setup& setup) {
    std::array<Bitboard, 2> sides;
    for (const Color color : {Color::white, Color::black}) {
        auto& side = sides[static_cast<std::size_t>(color)];
        for (const Role role : {Role::man, Role::knight})
            side |= setup.pieces[static_cast<std::size_t>(Piece{color, role}.index())];
        if (side.count() > setup.board->pieces_a_side) return SquareFault{SetupFault::too_many_pieces, {}};
        const Bitboard at_home = side & setup.board->castle(color);
        if (at_home.count() > 1) return SquareFault{SetupFault::several_in_own_castle, *at_home.begin()};
        if (setup.castle_moves[static_cast<std::size_t>(color)] > zobrist::most_castle_moves)
            return SquareFault{SetupFault::bad_castle_moves, {}};
    }
    if ((sides[0] | sides[1]).empty()) return SquareFault{SetupFault::no_pieces, {}};
    return std::nullopt;
}

}  // namespace cofnod::camelot

namespace cofnod::camelot::zobrist {

namespace {

constexpr Table make_table() {
    SplitMix64 random(0x63616D656C6F74);  // "camelot"
    Table table;
    for (auto& squares : table.piece)
        for (auto& number : squares) number = random();
    for (auto& counts : table.castle_moves)
        for (std::size_t count = 1; count < counts.size(); ++count) counts[count] = random();
    table.black_to_move = random();
    return table;
}

}  // namespace

constinit const Table table = make_table();

}  // namespace cofnod::camelot::zobrist

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
