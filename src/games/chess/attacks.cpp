#include "games/chess/attacks.hpp"

namespace cofnod::chess::attacks {
namespace {

struct Offset {
    int file;
    int rank;
};

constexpr Offset rook_offsets[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr Offset bishop_offsets[] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
constexpr Offset knight_offsets[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/// Returns the index of the square one step away; -1 off the board.
constexpr int step_from(int index, Offset offset) {
    const int file = (index & 7) + offset.file;
    const int rank = (index >> 3) + offset.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

constexpr Bitboard one_step(int index, Offset offset) {
    const int to = step_from(index, offset);
    return to < 0 ? Bitboard{} : Bitboard(Square::from_index(to));
}

constexpr Bitboard ray(int index, Offset offset) {
    Bitboard squares;
    for (int to = step_from(index, offset); to >= 0; to = step_from(to, offset)) squares |= Square::from_index(to);
    return squares;
}

constexpr Bitboard both_ways(int index, Offset offset) {
    return ray(index, offset) | ray(index, {-offset.file, -offset.rank});
}

constexpr void fill_lines(Tables& all, int index, Offset offset) {
    const auto from = static_cast<std::size_t>(index);
    const Bitboard line = both_ways(index, offset) | Square::from_index(index);
    Bitboard passed;
    for (int to = step_from(index, offset); to >= 0; to = step_from(to, offset)) {
        all.between[from][static_cast<std::size_t>(to)] = passed;
        all.line[from][static_cast<std::size_t>(to)] = line;
        passed |= Square::from_index(to);
    }
}

constexpr void fill_square(Tables& all, int index) {
    const auto from = static_cast<std::size_t>(index);
    for (const Offset offset : knight_offsets) all.knight[from] |= one_step(index, offset);
    for (const Offset offset : rook_offsets) {
        all.king[from] |= one_step(index, offset);
        all.rook_rays[from] |= ray(index, offset);
        fill_lines(all, index, offset);
    }
    for (const Offset offset : bishop_offsets) {
        all.king[from] |= one_step(index, offset);
        all.bishop_rays[from] |= ray(index, offset);
        fill_lines(all, index, offset);
    }
    const auto reach = [&](Role role) -> Bitboard& { return all.reach[static_cast<std::size_t>(role)][from]; };
    reach(Role::knight) = all.knight[from];
    reach(Role::bishop) = all.bishop_rays[from];
    reach(Role::rook) = all.rook_rays[from];
    reach(Role::queen) = all.bishop_rays[from] | all.rook_rays[from];
    reach(Role::king) = all.king[from];
    all.pawn[0][from] = one_step(index, {-1, 1}) | one_step(index, {1, 1});
    all.pawn[1][from] = one_step(index, {-1, -1}) | one_step(index, {1, -1});
    all.file[from] = both_ways(index, {0, 1});
    all.diagonal[from] = both_ways(index, {1, 1});
    all.antidiagonal[from] = both_ways(index, {1, -1});
}

constexpr std::uint8_t rank_attack(unsigned inner, int file) {
    const unsigned occupied = inner << 1;
    unsigned reached = 0;
    for (int to = file + 1; to < 8; ++to) {
        reached |= 1U << to;
        if (occupied >> to & 1U) break;
    }
    for (int to = file - 1; to >= 0; --to) {
        reached |= 1U << to;
        if (occupied >> to & 1U) break;
    }
    return static_cast<std::uint8_t>(reached);
}

constexpr Tables make_tables() {
    Tables all;
    for (int index = 0; index < square_count; ++index) fill_square(all, index);
    for (unsigned inner = 0; inner < 64; ++inner)
        for (int file = 0; file < 8; ++file) all.rank[inner][static_cast<std::size_t>(file)] = rank_attack(inner, file);
    return all;
}

}  // namespace

constinit const Tables tables = make_tables();

}  // namespace cofnod::chess::attacks
