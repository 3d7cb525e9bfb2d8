#include "search/camelot/pattern.hpp"

#include <algorithm>

#include "search/camelot/pattern_node.hpp"

namespace cofnod::search {

namespace {

using camelot::Bitboard;
using camelot::Color;
using camelot::Position;
using camelot::Role;
using Node = CamelotPattern::Node;
using Kind = Node::Kind;

/// Evaluates a pattern at one position of a game.
class Moment {
public:
    Moment(const camelot::Replayer& game, std::uint32_t ply) : game_(game), ply_(ply) {}

    [[nodiscard]] bool holds(const Node& node) const {
        const auto holds_here = [&](const auto& part) { return holds(*part); };
        switch (node.kind) {
            case Kind::all: return std::all_of(node.parts.begin(), node.parts.end(), holds_here);
            case Kind::any: return std::any_of(node.parts.begin(), node.parts.end(), holds_here);
            case Kind::negation: return !holds(*node.parts.front());
            case Kind::truth: return tests(node.test);
            case Kind::move: return is_led_here_by(node);
            case Kind::compare: return compares(node);
            default: return node.is_number() || !set(node, game_.position()).empty();
        }
    }

private:
    [[nodiscard]] bool tests(Node::Test test) const {
        switch (test) {
            case Node::Test::initial: return ply_ == 0;
            case Node::Test::white_to_move: return game_.turn() == Color::white;
            case Node::Test::black_to_move: return game_.turn() == Color::black;
            case Node::Test::always: return true;
            case Node::Test::never: break;
        }
        return false;
    }

    [[nodiscard]] bool is_led_here_by(const Node& node) const {
        if (ply_ == 0) return false;
        const Position& before = game_.before();
        if (!traits_of(before, game_.path()).has_all(node.traits)) return false;
        if (node.from && !set(*node.from, before).contains(game_.path().front())) return false;
        if (node.to && !set(*node.to, game_.position()).contains(game_.path().back())) return false;
        if (!node.capture) return true;
        const Color enemy = !before.turn();
        const Bitboard captured = before.pieces(enemy) & ~game_.position().pieces(enemy);
        return !(captured & set(*node.capture, before)).empty();
    }

    [[nodiscard]] bool compares(const Node& node) const {
        const int left = number(*node.parts[0]), right = number(*node.parts[1]);
        switch (node.op) {
            case Node::Operator::less: return left < right;
            case Node::Operator::less_equal: return left <= right;
            case Node::Operator::equal: return left == right;
            case Node::Operator::not_equal: return left != right;
            case Node::Operator::greater_equal: return left >= right;
            case Node::Operator::greater: return left > right;
        }
        return false;
    }

    [[nodiscard]] int number(const Node& node) const {
        if (node.kind == Kind::size) return set(*node.parts.front(), game_.position()).count();
        return node.kind == Kind::ply ? static_cast<int>(ply_) : node.number;
    }

    [[nodiscard]] static Bitboard set(const Node& node, const Position& position) {
        switch (node.kind) {
            case Kind::unite: return united(node.parts, position);
            case Kind::intersect: return shared(node.parts, position);
            case Kind::complement: return position.board().squares & ~set(*node.parts[0], position);
            default: return designated(node, position);
        }
    }

    using Sets = std::vector<std::shared_ptr<const Node>>;

    [[nodiscard]] static Bitboard united(const Sets& sets, const Position& position) {
        Bitboard all;
        for (const auto& part : sets) all |= set(*part, position);
        return all;
    }

    [[nodiscard]] static Bitboard shared(const Sets& sets, const Position& position) {
        Bitboard all = position.board().squares;
        for (const auto& part : sets) all &= set(*part, position);
        return all;
    }

    [[nodiscard]] static Bitboard designated(const Node& node, const Position& position) {
        Bitboard squares;
        const Node::Occupants& who = node.occupants;
        if (who.white_knights) squares |= position.pieces(Color::white, Role::knight);
        if (who.white_men) squares |= position.pieces(Color::white, Role::man);
        if (who.black_knights) squares |= position.pieces(Color::black, Role::knight);
        if (who.black_men) squares |= position.pieces(Color::black, Role::man);
        if (who.nothing) squares |= position.free();
        return node.squares ? squares & *node.squares : squares;
    }

    const camelot::Replayer& game_;
    std::uint32_t ply_;
};

}  // namespace

bool CamelotPattern::is_in(const camelot::Replayer& game, std::uint32_t ply) const {
    return Moment(game, ply).holds(*root_);
}

}  // namespace cofnod::search
