#include "cql/syntax.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

namespace cofnod::cql {

namespace {

auto payload(const Node& node) {
    return std::tie(node.kind, node.type, node.flags, node.range, node.number, node.slot, node.second_slot, node.pieces,
                    node.squares, node.op, node.moves, node.side, node.merge, node.selected, node.text);
}

void mix(std::size_t& hash, std::uint64_t value) { hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6) + (hash >> 2); }

}  // namespace

PieceMask pieces_named(std::string_view letters) {
    unsigned mask = 0;
    for (const char letter : letters)
        if (const auto piece = chess::Piece::from_fen_letter(letter))
            mask |= (1U << static_cast<unsigned>(piece->role)) * ((1U << chess::role_count) + 1U);
    return static_cast<PieceMask>(mask);
}

std::size_t hash_of(const Node& node) {
    auto hash = static_cast<std::size_t>(node.kind);
    mix(hash, node.squares.bits());
    mix(hash, static_cast<std::uint64_t>(node.pieces) << 32 | node.flags);
    mix(hash, static_cast<std::uint64_t>(node.number) << 32 | static_cast<std::uint32_t>(node.slot));
    mix(hash, static_cast<std::uint64_t>(node.op) << 8 | static_cast<std::uint64_t>(node.side));
    mix(hash, std::hash<std::string>{}(node.text));
    for (const Child& child : node.children) {
        mix(hash, static_cast<std::uint64_t>(child.part));
        mix(hash, hash_of(*child.tree));
    }
    return hash;
}

bool equal(const Node& a, const Node& b) {
    return &a == &b ||
           (payload(a) == payload(b) && std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                                                   b.children.end(), [](const Child& left, const Child& right) {
                                                       return left.part == right.part && equal(*left.tree, *right.tree);
                                                   }));
}

}  // namespace cofnod::cql
