#include "cql/run/line_end.hpp"

#include <algorithm>
#include "chess/attacks.hpp"
#include "cql/run/placement.hpp"

namespace cofnod::cql {

namespace {

namespace attacks = chess::attacks;
constexpr std::int64_t no_end = LineEnd::no_end;

/// Returns the largest x with `x op number`; no_end if there is none.
std::int64_t largest(Operator op, std::int64_t number) {
    switch (op) {
        case Operator::less: return number - 1;
        case Operator::less_equal:
        case Operator::equal: return number;
        default: return no_end;
    }
}

std::int64_t last_ply_of(const Node& node);

/// Returns the last ply at which one of the clones can match.
std::int64_t last_ply_of_any(const Node& node) {
    std::int64_t last = 0;
    for (const Child& child : node.children)
        if (child.part != Part::original) last = std::max(last, last_ply_of(*child.tree));
    return last;
}

std::int64_t last_ply_of_comparison(const Node& node) {
    if (node.type != Type::numeric || node.child(1).kind != Kind::integer) return no_end;
    const std::int64_t most = largest(node.op, node.child(1).number);
    switch (node.child(0).kind) {
        case Kind::ply: return most;
        // Move 20 is played after 38 plies, or 37 if Black began.
        case Kind::move_number: return most == no_end ? no_end : 2 * most - 1;
        default: return no_end;
    }
}

/// Returns the last ply at which a filter can match.
std::int64_t last_ply_of(const Node& node) {
    switch (node.kind) {
        case Kind::initial: return 0;
        case Kind::comparison: return last_ply_of_comparison(node);
        case Kind::disjunction: return last_ply_of_any(node);
        case Kind::block:
        case Kind::conjunction: {
            std::int64_t last = no_end;
            for (const Child& child : node.children) last = std::min(last, last_ply_of(*child.tree));
            return last;
        }
        default: return no_end;
    }
}

/// Returns these squares and those from which a pawn may come to them.
Bitboard with_squares_behind(Color color, Bitboard squares) {
    for (int ranks = 0; ranks < 6; ++ranks)
        for (const Square square : squares)
            squares |= attacks::pawn(!color, square) | Bitboard(square).shifted(-chess::forward(color));
    return squares;
}

}  // namespace

LineEnd::LineEnd(const std::vector<const Node*>& conjuncts) {
    for (const Node* conjunct : conjuncts) {
        last_ply_ = std::min(last_ply_, last_ply_of(*conjunct));
        for (const Placed& placed : placement_of(*conjunct).value_or(std::vector<Placed>{})) {
            if (!placed.wanted || placed.pieces.count != 1) continue;
            const std::size_t kind = placed.pieces.slots[0];
            for (const Color color : {Color::white, Color::black})
                if (kind == static_cast<std::size_t>(chess::Piece{color, Role::pawn}.index()))
                    pawns_.push_back({kind, with_squares_behind(color, placed.squares)});
        }
    }
}

}  // namespace cofnod::cql
