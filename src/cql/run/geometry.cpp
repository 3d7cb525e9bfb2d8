#include "cql/run/geometry.hpp"

#include <algorithm>

#include "base/place.hpp"
#include "games/chess/attacks.hpp"

namespace cofnod::cql {

Bitboard reached(Bitboard from, DirectionMask set, int nearest, int farthest) {
    nearest = std::max(nearest, -7);
    farthest = std::min(farthest, 7);
    Bitboard result;
    for (unsigned i = 0; i < 8; ++i) {
        if ((set >> i & 1U) == 0) continue;
        const auto [files, ranks] = steps[i];
        if (nearest > farthest) continue;
        Bitboard step = moved(from, files * nearest, ranks * nearest);
        // A range with negative steps may start off the board, so squares are computed separately for each distance.
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

/// Returns the squares reached by rays from `from`, up to and including the first occupied square.
template <unsigned direction>
Bitboard reached_over(Bitboard empty, Bitboard from) {
    constexpr Offset step = steps[direction];
    Bitboard way = from;
    way |= empty & moved(way, step.files, step.ranks);
    empty &= moved(empty, step.files, step.ranks);
    way |= empty & moved(way, 2 * step.files, 2 * step.ranks);
    empty &= moved(empty, 2 * step.files, 2 * step.ranks);
    way |= empty & moved(way, 4 * step.files, 4 * step.ranks);
    return moved(way, step.files, step.ranks);
}

constexpr Bitboard (*reached_over_by_direction[direction_count])(Bitboard, Bitboard) = {
    reached_over<0>, reached_over<1>, reached_over<2>, reached_over<3>,
    reached_over<4>, reached_over<5>, reached_over<6>, reached_over<7>};

/// Returns `set` (all orthogonal or all diagonal) if, ignoring pieces, some line from `from` meets `last`; otherwise 0.
DirectionMask promising(Bitboard from, Bitboard last, DirectionMask set) {
    if (set == 0) return 0;
    const auto& rays =
        (set & orthogonal_directions) != 0 ? chess::attacks::tables.rook_rays : chess::attacks::tables.bishop_rays;
    for (const Square square : from)
        if (!(chess::attacks::at(rays, square) & last).empty()) return set;
    return 0;
}

}  // namespace

Bitboard ray(const PieceSets& board, DirectionMask set, std::span<const Bitboard> stations, bool sliders_only,
             RayValue value) {
    if (stations.size() < 2) return {};
    const Bitboard queens = board.of(Role::queen);
    const Bitboard straight = stations[0] & (sliders_only ? board.of(Role::rook) | queens : ~Bitboard{});
    const Bitboard diagonal = stations[0] & (sliders_only ? board.of(Role::bishop) | queens : ~Bitboard{});
    const Bitboard last = stations.back();
    const auto ways = static_cast<DirectionMask>(promising(straight, last, set & orthogonal_directions) |
                                                 promising(diagonal, last, set & diagonal_directions));
    const Bitboard empty = board.of(PieceSets::empty);
    Bitboard result;
    for (unsigned i = 0; ways >> i != 0; ++i) {
        if ((ways >> i & 1U) == 0) continue;
        const Bitboard starts = (orthogonal_directions >> i & 1U) != 0 ? straight : diagonal;
        if (value == RayValue::last) {
            Bitboard at = starts;
            for (std::size_t k = 1; k < stations.size(); ++k)
                at = reached_over_by_direction[i](empty, at) & stations[k];
            result |= at;
        } else {
            const unsigned back = (i + direction_count / 2) % direction_count;
            Bitboard at = last;
            for (std::size_t k = stations.size() - 1; k-- > 0;)
                at = reached_over_by_direction[back](empty, at) & (k == 0 ? starts : stations[k]);
            result |= at;
        }
    }
    return result;
}

Slots::Slots(PieceMask pieces) {
    const auto take = [&](PieceMask whole, std::uint8_t slot) {
        if ((pieces & whole) != whole) return;
        slots[count++] = slot;
        pieces = static_cast<PieceMask>(pieces & ~whole);
    };
    take(white_pieces | black_pieces, PieceSets::occupied);
    take(white_pieces, PieceSets::white);
    take(black_pieces, PieceSets::black);
    take(empty_square, PieceSets::empty);
    for (std::uint8_t kind = 0; kind < chess::piece_count; ++kind) take(static_cast<PieceMask>(1U << kind), kind);
}

std::optional<Placed> placed_of(const Node& node) {
    switch (node.kind) {
        case Kind::designator:
            if (node.pieces == 0 || node.squares.empty()) return std::nullopt;
            return Placed{Slots(node.pieces), node.squares};
        case Kind::light:
        case Kind::dark: {
            auto placed = placed_of(node.child(0));
            if (placed && node.child(0).kind == Kind::negation) return std::nullopt;
            if (placed) placed->squares &= node.kind == Kind::light ? light_squares : ~light_squares;
            return placed;
        }
        case Kind::negation: {
            auto placed = placed_of(node.child(0));
            if (placed) placed->wanted = !placed->wanted;
            return placed;
        }
        case Kind::block:
        case Kind::no_transform: return node.children.size() == 1 ? placed_of(node.child(0)) : std::nullopt;
        default: return std::nullopt;
    }
}

}  // namespace cofnod::cql
