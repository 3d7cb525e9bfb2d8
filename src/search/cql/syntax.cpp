#include "search/cql/syntax.hpp"

#include <algorithm>
#include <tuple>

namespace cofnod::search::cql {

namespace {

auto payload(const Node& node) {
    return std::tie(node.kind, node.type, node.flags, node.range, node.number, node.slot, node.second_slot, node.pieces,
                    node.squares, node.op, node.moves, node.side, node.merge, node.selected, node.text);
}

}  // namespace

bool equal(const Node& a, const Node& b) {
    return &a == &b ||
           (payload(a) == payload(b) && std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                                                   b.children.end(), [](const Child& left, const Child& right) {
                                                       return left.part == right.part && equal(*left.tree, *right.tree);
                                                   }));
}

}  // namespace cofnod::search::cql
