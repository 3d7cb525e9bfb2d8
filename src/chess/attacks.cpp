#include "chess/attacks.hpp"

namespace cofnod::chess::attacks {
namespace {

struct Step {
    int file;
    int rank;
};

constexpr Step rook_steps[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr Step bishop_steps[] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
constexpr Step knight_steps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/// Index of the square one step away; -1 off the board.
constexpr int step_from(int index, Step step) {
    const int file = (index & 7) + step.file;
    const int rank = (index >> 3) + step.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

constexpr Bitboard one_step(int index, Step step) {
    const int to = step_from(index, step);
    return to < 0 ? Bitboard{} : Bitboard(Square::from_index(to));
}

constexpr Bitboard ray(int index, Step step) {
    Bitboard squares;
    for (int to = step_from(index, step); to >= 0; to = step_from(to, step)) squares |= Square::from_index(to);
    return squares;
}

constexpr Bitboard both_ways(int index, Step step) { return ray(index, step) | ray(index, {-step.file, -step.rank}); }

constexpr void fill_lines(Tables& all, int index, Step step) {
    const auto from = static_cast<std::size_t>(index);
    const Bitboard line = both_ways(index, step) | Square::from_index(index);
    Bitboard passed;
    for (int to = step_from(index, step); to >= 0; to = step_from(to, step)) {
        all.between[from][static_cast<std::size_t>(to)] = passed;
        all.line[from][static_cast<std::size_t>(to)] = line;
        passed |= Square::from_index(to);
    }
}

constexpr void fill_square(Tables& all, int index) {
    const auto from = static_cast<std::size_t>(index);
    for (const Step step : knight_steps) all.knight[from] |= one_step(index, step);
    for (const Step step : rook_steps) {
        all.king[from] |= one_step(index, step);
        all.rook_rays[from] |= ray(index, step);
        fill_lines(all, index, step);
    }
    for (const Step step : bishop_steps) {
        all.king[from] |= one_step(index, step);
        all.bishop_rays[from] |= ray(index, step);
        fill_lines(all, index, step);
    }
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
