#include "search/cql/geometry.hpp"

#include <algorithm>

#include "chess/attacks.hpp"

namespace cofnod::search::cql {

Bitboard reached(Bitboard from, DirectionMask set, int nearest, int farthest) {
    nearest = std::max(nearest, -7);
    farthest = std::min(farthest, 7);
    Bitboard result;
    for (unsigned i = 0; i < 8; ++i) {
        if ((set >> i & 1U) == 0) continue;
        const auto [files, ranks] = steps[i];
        if (nearest > farthest) continue;
        Bitboard step = moved(from, files * nearest, ranks * nearest);
        // Negative steps may leave the board where later ones are on it again, so each of them starts anew.
        for (int k = nearest; k <= farthest; ++k) {
            if (k <= 0) step = moved(from, files * k, ranks * k);
            result |= step;
            if (k >= 0) step = moved(step, files, ranks);
        }
    }
    return result;
}

Bitboard squares_between(Bitboard a, Bitboard b) {
    Bitboard result;
    for (const Square x : a)
        for (const Square y : b) result |= chess::attacks::between(x, y);
    return result;
}

namespace {

/// Whether a ray from a square in one direction passes all stations; `hits` gathers squares of the last one.
bool walk(const Board& board, Square start, Step direction, std::span<const Bitboard> stations, Bitboard& hits) {
    const std::size_t last = stations.size() - 1;
    std::uint64_t waiting = 1;  // bit i: station i has been passed, station i + 1 is wanted
    bool found = false;
    int file = static_cast<int>(start.file()) + direction.files;
    int rank = static_cast<int>(start.rank()) + direction.ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += direction.files, rank += direction.ranks) {
        const Square square = Square::from_index(rank * 8 + file);
        std::uint64_t next = board.of(Board::empty).contains(square) ? waiting : 0;
        for (std::uint64_t rest = waiting; rest != 0; rest &= rest - 1) {
            const auto passed = static_cast<std::size_t>(std::countr_zero(rest));
            if (!stations[passed + 1].contains(square)) continue;
            if (passed + 1 == last) {
                hits |= square;
                found = true;
            } else {
                next |= std::uint64_t{2} << passed;
            }
        }
        waiting = next;
        if (waiting == 0) break;
    }
    return found;
}

}  // namespace

Bitboard ray(const Board& board, DirectionMask set, std::span<const Bitboard> stations, bool sliders_only,
             RayValue value) {
    if (stations.size() < 2 || stations.size() > 60) return {};
    const Bitboard last = stations.back();
    Bitboard starts;
    Bitboard hits;
    if (last.empty()) return {};
    const Bitboard queens = board.of(Role::queen);
    const Bitboard straight = sliders_only ? board.of(Role::rook) | queens : ~Bitboard{};
    const Bitboard diagonal = sliders_only ? board.of(Role::bishop) | queens : ~Bitboard{};
    for (const Square start : stations[0] & (straight | diagonal)) {
        DirectionMask ways = 0;
        if (straight.contains(start) && !(chess::attacks::rook_rays(start) & last).empty())
            ways |= orthogonal_directions;
        if (diagonal.contains(start) && !(chess::attacks::bishop_rays(start) & last).empty())
            ways |= diagonal_directions;
        ways &= set;
        for (unsigned i = 0; ways >> i != 0; ++i)
            if ((ways >> i & 1U) != 0 && walk(board, start, steps[i], stations, hits)) starts |= start;
    }
    return value == RayValue::last ? hits : starts;
}

}  // namespace cofnod::search::cql
