#include "columns/stays.hpp"

#include <bit>

namespace cofnod::columns {

namespace {

constexpr std::size_t piece_count = 12, squares = 64;

std::uint64_t squares_of(const chess::Replayer& now, std::size_t piece) {
    return now.pieces(chess::Piece::from_index(static_cast<int>(piece))).bits();
}

template <typename Each>
void for_each_bit(std::uint64_t bits, Each each) {
    for (; bits != 0; bits &= bits - 1) each(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

void add_stays(chess::Replayer now, std::string_view moves, std::uint32_t game, Stays& stays) {
    std::array<std::uint64_t, piece_count> before{};
    std::array<std::uint32_t, piece_square_count> since;  // of the pieces that stand
    const auto note = [&](std::uint32_t ply) {
        for (std::size_t piece = 0; piece < piece_count; ++piece) {
            const std::uint64_t here = squares_of(now, piece);
            if (here == before[piece]) continue;
            for_each_bit(before[piece] & ~here, [&](std::size_t square) {
                const std::size_t ps = piece * squares + square;
                stays[ps].push_back({game, since[ps], ply - 1});
            });
            for_each_bit(here & ~before[piece], [&](std::size_t square) { since[piece * squares + square] = ply; });
            before[piece] = here;
        }
    };
    std::uint32_t ply = 0;
    note(ply);
    for (now.read(moves); now.next();) note(++ply);
    for (std::size_t piece = 0; piece < piece_count; ++piece)
        for_each_bit(before[piece], [&](std::size_t square) {
            const std::size_t ps = piece * squares + square;
            stays[ps].push_back({game, since[ps], ply});
        });
}

}  // namespace cofnod::columns
