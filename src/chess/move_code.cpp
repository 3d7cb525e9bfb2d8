#include "chess/move_code.hpp"

namespace cofnod::chess::move_code {
namespace {

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
        default: return code < 8 ? step_target(from, detail::king_steps[static_cast<std::size_t>(code)], 1) : nowhere;
    }
}

constexpr Target target_of(Piece piece, int code, int from) {
    switch (piece.role) {
        case Role::pawn: return pawn_target(piece.color, code, from);
        case Role::knight:
            return code < 8 ? step_target(from, detail::knight_steps[static_cast<std::size_t>(code)], 2) : nowhere;
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

}  // namespace

constinit const Targets targets = make_targets();

}  // namespace cofnod::chess::move_code
