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

/// The squares that rays from `from` come to: over empty squares, up to and including the first that is not.
Bitboard reached_over(Bitboard empty, Bitboard from, Step step) {
    Bitboard way = from;
    for (int steps_at_once = 1; steps_at_once < 8; steps_at_once *= 2) {
        way |= empty & moved(way, step.files * steps_at_once, step.ranks * steps_at_once);
        empty &= moved(empty, step.files * steps_at_once, step.ranks * steps_at_once);
    }
    return moved(way, step.files, step.ranks);
}

/// The directions in which a line from a square of `from` meets one of `last`, whatever stands between.
DirectionMask promising(Bitboard from, Bitboard last, DirectionMask set) {
    DirectionMask result = 0;
    for (const Square square : from) {
        if (!(chess::attacks::rook_rays(square) & last).empty()) result |= orthogonal_directions;
        if (!(chess::attacks::bishop_rays(square) & last).empty()) result |= diagonal_directions;
    }
    return result & set;
}

}  // namespace

Bitboard ray(const Board& board, DirectionMask set, std::span<const Bitboard> stations, bool sliders_only,
             RayValue value) {
    if (stations.size() < 2) return {};
    const Bitboard queens = board.of(Role::queen);
    const Bitboard straight = stations[0] & (sliders_only ? board.of(Role::rook) | queens : ~Bitboard{});
    const Bitboard diagonal = stations[0] & (sliders_only ? board.of(Role::bishop) | queens : ~Bitboard{});
    const Bitboard last = stations.back();
    const auto ways = static_cast<DirectionMask>(promising(straight, last, set & orthogonal_directions) |
                                                 promising(diagonal, last, set & diagonal_directions));
    const Bitboard empty = board.of(Board::empty);
    Bitboard result;
    for (unsigned i = 0; ways >> i != 0; ++i) {
        if ((ways >> i & 1U) == 0) continue;
        const Bitboard starts = (orthogonal_directions >> i & 1U) != 0 ? straight : diagonal;
        if (value == RayValue::last) {
            Bitboard at = starts;
            for (std::size_t k = 1; k < stations.size(); ++k) at = reached_over(empty, at, steps[i]) & stations[k];
            result |= at;
        } else {
            const Step back{-steps[i].files, -steps[i].ranks};
            Bitboard at = last;
            for (std::size_t k = stations.size() - 1; k-- > 0;)
                at = reached_over(empty, at, back) & (k == 0 ? starts : stations[k]);
            result |= at;
        }
    }
    return result;
}

}  // namespace cofnod::search::cql
