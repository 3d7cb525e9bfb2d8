#include "chess/move_code.hpp"

namespace cofnod::chess::move_code {
namespace {

constexpr std::array<int, 8> king_steps = {-9, -8, -7, -1, 1, 7, 8, 9};
constexpr std::array<int, 8> knight_steps = {-17, -15, -10, -6, 6, 10, 15, 17};

constexpr int file_of(int index) { return index & 7; }
constexpr int rank_of(int index) { return index >> 3; }
constexpr int distance(int a, int b) { return a < b ? b - a : a - b; }

constexpr Target square_target(int file, int rank, int from) {
    if (file < 0 || file > 7 || rank < 0 || rank > 7 || rank * 8 + file == from) return nowhere;
    return static_cast<Target>(rank * 8 + file);
}

/// Target of an index step; nowhere if it wraps around an edge of the board.
constexpr Target step_target(int from, int step, int reach) {
    const int to = from + step;
    if (to < 0 || to > 63 || distance(file_of(from), file_of(to)) > reach) return nowhere;
    return static_cast<Target>(to);
}

constexpr Target pawn_target(Color color, int code, int from) {
    const int up = forward(color);
    const Rank rank = relative(color, static_cast<Rank>(rank_of(from)));
    if (rank == Rank::r1 || rank == Rank::r8) return nowhere;
    if (code == double_step) return rank == Rank::r2 ? static_cast<Target>(from + 2 * up) : nowhere;
    const bool promotes = code % 5 != 0;
    if (promotes != (rank == Rank::r7)) return nowhere;
    const Target to = step_target(from, up + code / 5 - 1, 1);
    return to == nowhere || !promotes ? to : static_cast<Target>(promotion_to | to);
}

constexpr Target bishop_target(int code, int from) {
    const int right = (code & 7) - file_of(from);
    return square_target(code & 7, rank_of(from) + (code < 8 ? right : -right), from);
}

constexpr Target rook_target(int code, int from) {
    return code < 8 ? square_target(code, rank_of(from), from) : square_target(file_of(from), code - 8, from);
}

constexpr Target king_target(int code, int from) {
    switch (code) {
        case castle_king_side: return castles_king_side;
        case castle_queen_side: return castles_queen_side;
        case null_move: return passes;
        default: return code < 8 ? step_target(from, king_steps[static_cast<std::size_t>(code)], 1) : nowhere;
    }
}

constexpr Target target_of(Piece piece, int code, int from) {
    switch (piece.role) {
        case Role::pawn: return pawn_target(piece.color, code, from);
        case Role::knight:
            return code < 8 ? step_target(from, knight_steps[static_cast<std::size_t>(code)], 2) : nowhere;
        case Role::bishop: return bishop_target(code, from);
        case Role::rook: return rook_target(code, from);
        case Role::queen: return code == file_of(from) ? second_byte : rook_target(code, from);
        case Role::king: return king_target(code, from);
    }
    return nowhere;
}

constexpr Targets make_targets() {
    Targets all{};
    for (std::size_t piece = 0; piece < all.size(); ++piece)
        for (std::size_t code = 0; code < 16; ++code)
            for (std::size_t from = 0; from < 64; ++from)
                all[piece][code][from] = piece == piece_count
                                             ? nowhere
                                             : target_of(Piece::from_index(static_cast<int>(piece)),
                                                         static_cast<int>(code), static_cast<int>(from));
    return all;
}

constexpr int longest_step = 17;

/// Index of each step in its step table, by step + longest_step.
using Places = std::array<std::uint8_t, 2 * longest_step + 1>;
constexpr Places places_of(const std::array<int, 8>& steps) {
    Places places{};
    for (std::size_t i = 0; i < steps.size(); ++i)
        places[static_cast<std::size_t>(steps[i] + longest_step)] = static_cast<std::uint8_t>(i);
    return places;
}
constexpr Places king_places = places_of(king_steps), knight_places = places_of(knight_steps);

int place_of(const Places& places, Move move) {
    return places[static_cast<std::size_t>(move.to().index() - move.from().index() + longest_step)];
}

int pawn_code(Color color, Move move) {
    const int step = move.to().index() - move.from().index();
    if (step == 2 * forward(color)) return double_step;
    const int role = move.kind() == Move::Kind::promotion ? static_cast<int>(move.promotion_role()) : 0;
    return (step - forward(color) + 1) * 5 + role;
}

int bishop_code(Square from, Square to) {
    const int right = static_cast<int>(to.file()) - static_cast<int>(from.file());
    const int up = static_cast<int>(to.rank()) - static_cast<int>(from.rank());
    return static_cast<int>(to.file()) + (right == up ? 0 : 8);
}

int rook_code(Square from, Square to) {
    return from.rank() == to.rank() ? static_cast<int>(to.file()) : 8 + static_cast<int>(to.rank());
}

int king_code(Move move) {
    if (move.is_null()) return null_move;
    if (move.kind() == Move::Kind::castling) return move.to() > move.from() ? castle_king_side : castle_queen_side;
    return place_of(king_places, move);
}

}  // namespace

constinit const Targets targets = make_targets();

Code of(Color color, Role role, Move move) {
    const Square from = move.from();
    const Square to = move.to();
    switch (role) {
        case Role::pawn: return {pawn_code(color, move)};
        case Role::knight: return {place_of(knight_places, move)};
        case Role::bishop: return {bishop_code(from, to)};
        case Role::rook: return {rook_code(from, to)};
        case Role::queen:
            if (from.file() != to.file() && from.rank() != to.rank()) return {static_cast<int>(from.file()), true};
            return {rook_code(from, to)};
        case Role::king: return {king_code(move)};
    }
    return {0};
}

}  // namespace cofnod::chess::move_code
