#include "cql/run/placement.hpp"

namespace cofnod::cql {

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

std::optional<std::vector<Placed>> placement_of(const Node& node) {
    if (const auto placed = placed_of(node)) return std::vector<Placed>{*placed};
    if (node.kind != Kind::block && node.kind != Kind::conjunction) return std::nullopt;
    std::vector<Placed> all;
    for (const Child& child : node.children) {
        const auto inner = placement_of(*child.tree);
        if (!inner) return std::nullopt;
        all.insert(all.end(), inner->begin(), inner->end());
    }
    return all;
}

}  // namespace cofnod::cql
