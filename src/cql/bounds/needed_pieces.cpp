#include "cql/bounds/needed_pieces.hpp"

#include <bit>

#include "chess/position.hpp"
#include "cql/bounds/header_bounds.hpp"

namespace cofnod::cql {

namespace {

void collect(const Node& node, search::PiecesPattern& found) {
    if (node.kind == Kind::designator) {
        const bool is_one_piece = std::has_single_bit(node.pieces) && (node.pieces & empty_square) == 0;
        if (is_one_piece && !node.squares.empty() && node.squares != ~chess::Bitboard{})
            found.add(chess::Piece::from_index(std::countr_zero(node.pieces)), node.squares);
    } else if (needs_all_of_its_children(node)) {
        for (const Child& child : node.children)
            if (child.part != Part::original) collect(*child.tree, found);
    }
}

}  // namespace

std::optional<search::PiecesPattern> needed_pieces(const Script& script) {
    if (script.header.variations || !may_leave_out_games(script)) return std::nullopt;
    search::PiecesPattern found;
    collect(*script.root, found);
    // A record without moves has the standard position, and no rows of positions.
    if (found.conditions().empty() || found.is_in(chess::Replayer(chess::Position::initial()))) return std::nullopt;
    return found;
}

}  // namespace cofnod::cql
