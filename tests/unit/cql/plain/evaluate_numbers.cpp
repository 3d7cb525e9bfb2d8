#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/place.hpp"
#include "evaluator.hpp"
#include "games/chess/position.hpp"

/// Evaluates numbers, facts about positions, places in the game, and variables.
namespace cofnod::cql::plain {

namespace {

bool has(const Squares& squares, int square) { return squares[static_cast<std::size_t>(square)]; }

int first_of(const Squares& squares) {
    int square = 0;
    while (!has(squares, square)) ++square;
    return square;
}

}  // namespace

int Evaluator::move_number(int at) const {
    const int late = !white_to_move(0) && white_to_move(at) ? 1 : 0;
    return (game_.at(at).ply + late) / 2 + 1;
}

std::string Evaluator::name_of(int id) const {
    return "move " + std::to_string(move_number(id)) + (white_to_move(id) ? "(wtm)" : "(btm)");
}

Value Evaluator::number(const Node& node, int at) {
    const Place& here = game_.at(at);
    switch (node.kind) {
        case Kind::integer: return Value::of(std::int64_t{node.number});
        case Kind::ply: return Value::of(std::int64_t{here.ply});
        case Kind::depth: return Value::of(std::int64_t{here.depth});
        case Kind::position_id: return Value::of(std::int64_t{at});
        case Kind::side_to_move: return Value::of(std::int64_t{white_to_move(at) ? 1 : -1});
        case Kind::color_constant: return Value::of(std::int64_t{node.side == Side::white ? 1 : -1});
        case Kind::move_number: return Value::of(std::int64_t{move_number(at)});
        case Kind::halfmove_clock: return Value::of(std::int64_t{here.position.halfmove_clock()});
        default: break;
    }
    if (node.kind == Kind::minimum || node.kind == Kind::maximum) {
        Value best;
        for (const Child& child : node.children) {
            const Value next = value(*child.tree, at);
            if (!next.known) continue;
            const bool better = node.kind == Kind::minimum ? next.number < best.number : next.number > best.number;
            if (!best.known || better) best = next;
        }
        return best;
    }
    return arithmetic(node, at);
}

Value Evaluator::arithmetic(const Node& node, int at) {
    const Value left = value(node.child(0), at);
    if (!left.known) return {};
    const auto x = std::int64_t{left.number};
    const auto& set = left.squares;
    const auto of_one = [&](auto function) {
        return set.count() == 1 ? Value::of(std::int64_t{function(first_of(set))}) : Value{};
    };
    const auto type = [&](int square) {
        const int piece = board(at)[static_cast<std::size_t>(square)];
        return piece == empty ? 0 : piece % 6 + 1;
    };
    switch (node.kind) {
        case Kind::negative: return Value::of(-x);
        case Kind::absolute: return Value::of(x < 0 ? -x : x);
        case Kind::square_root: {
            if (x < 0) return {};
            std::int64_t root = 0;
            while ((root + 1) * (root + 1) <= x) ++root;
            return Value::of(root);
        }
        case Kind::size: return Value::of(static_cast<std::int64_t>(set.count()));
        case Kind::power: {
            constexpr int powers[] = {1, 3, 3, 5, 9, 0, 1, 3, 3, 5, 9, 0, 0};
            std::int64_t sum = 0;
            for (int square = 0; square < 64; ++square)
                if (has(set, square)) sum += powers[board(at)[static_cast<std::size_t>(square)]];
            return Value::of(sum);
        }
        case Kind::piece_type: return of_one(type);
        case Kind::color_type:
            return of_one([&](int square) {
                return is_white(board(at)[static_cast<std::size_t>(square)]) ? type(square) : -type(square);
            });
        case Kind::rank: return of_one([](int square) { return square / 8 + 1; });
        case Kind::file: return of_one([](int square) { return square % 8 + 1; });
        case Kind::arithmetic: break;
        default: throw std::logic_error("no plain meaning of " + std::string(cql::name_of(node.kind)));
    }
    const Value right = value(node.child(1), at);
    if (!right.known) return {};
    const auto y = std::int64_t{right.number};
    switch (node.op) {
        case Operator::add: return Value::of(x + y);
        case Operator::subtract: return Value::of(x - y);
        case Operator::multiply: return Value::of(x * y);
        case Operator::divide: return y == 0 ? Value{} : Value::of(x / y);
        case Operator::remainder: return y == 0 ? Value{} : Value::of(x % y);
        default: throw std::logic_error("no such arithmetic");
    }
}

Value Evaluator::comparison(const Node& node, int at) {
    Value left = value(node.child(0), at);
    const Value right = value(node.child(1), at);
    if (!left.known || !right.known) return {};
    const bool sets = node.child(0).type == Type::set;
    const bool positions = node.child(0).type == Type::position;
    const int x = positions ? left.id : left.number;
    const int y = positions ? right.id : right.number;
    bool holds = false;
    switch (node.op) {
        case Operator::less: holds = x < y; break;
        case Operator::less_equal: holds = x <= y; break;
        case Operator::equal: holds = sets ? left.squares == right.squares : x == y; break;
        case Operator::not_equal: holds = sets ? left.squares != right.squares : x != y; break;
        case Operator::greater_equal: holds = x >= y; break;
        case Operator::greater: holds = x > y; break;
        case Operator::is_ancestor: holds = x != y && game_.leads_to(x, y); break;
        case Operator::is_ancestor_or_same: holds = game_.leads_to(x, y); break;
        case Operator::is_descendant: holds = x != y && game_.leads_to(y, x); break;
        case Operator::is_descendant_or_same: holds = game_.leads_to(y, x); break;
        default: throw std::logic_error("no such comparison");
    }
    if (!holds) return {};
    left.truth = true;
    return left;
}

Value Evaluator::fact(const Node& node, int at) {
    const Place& here = game_.at(at);
    const chess::Move move = here.move;
    const bool moved_here = at != 0;
    const bool check = is_check(here.board, white_to_move(at));
    const auto stuck = [&] { return chess::legal_moves(here.position).empty(); };
    const auto white_secondary = [&] {
        int count = 0;
        for (int id = at; id >= 0; id = game_.at(id).parent)
            if (game_.at(id).index > 0 && !white_to_move(id)) ++count;
        return count;
    };
    const bool castled = moved_here && move.kind() == chess::Move::Kind::castling;
    const auto square_of = [&](int square) { return Value::of(Squares{}.set(static_cast<std::size_t>(square))); };
    switch (node.kind) {
        case Kind::check: return Value::of(check);
        case Kind::mate: return Value::of(check && stuck());
        case Kind::stalemate: return Value::of(!check && stuck() && here.children.empty());
        case Kind::to_move: return Value::of(white_to_move(at) == (node.side == Side::white));
        case Kind::initial: return Value::of(at == 0);
        case Kind::terminal: return Value::of(here.children.empty());
        case Kind::mainline: return Value::of(here.depth == 0);
        case Kind::variation: return Value::of(here.depth > 0);
        case Kind::virtual_mainline: return Value::of(white_secondary() == 0);
        case Kind::try_line: return Value::of(white_secondary() == 1);
        case Kind::primary: return Value::of(moved_here && here.index == 0);
        case Kind::secondary: return Value::of(moved_here && here.index > 0);
        case Kind::castle: return Value::of(castled);
        case Kind::kingside_castle: return Value::of(castled && move.to() > move.from());
        case Kind::queenside_castle: return Value::of(castled && move.to() < move.from());
        case Kind::en_passant: return Value::of(moved_here && move.kind() == chess::Move::Kind::en_passant);
        case Kind::null_move: return Value::of(false);
        case Kind::from:
        case Kind::to: {
            if (!moved_here) return {};
            const bool from = node.kind == Kind::from;
            if (!castled) return square_of((from ? move.from() : move.to()).index());
            const auto squares = chess::Castling::of(move);
            const Meant meant = meant_.at == at ? meant_ : Meant{};
            Squares ends;
            if (meant.king) ends.set(static_cast<std::size_t>((from ? squares.king_from : squares.king_to).index()));
            if (meant.rook) ends.set(static_cast<std::size_t>((from ? squares.rook_from : squares.rook_to).index()));
            return Value::of(ends);
        }
        default: throw std::logic_error("no plain meaning of " + std::string(cql::name_of(node.kind)));
    }
}

Value Evaluator::place(const Node& node, int at) {
    const Place& here = game_.at(at);
    switch (node.kind) {
        case Kind::current_position: return Value::position(at);
        case Kind::initial_position: return Value::position(0);
        case Kind::parent: return Value::position(here.parent);
        case Kind::child: {
            int index = node.number;
            if (!node.children.empty()) {
                const Value wanted = value(node.child(0), at);
                if (!wanted.known) return {};
                index = wanted.number;
            }
            if (index < 0 || index >= static_cast<int>(here.children.size())) return {};
            return Value::position(here.children[static_cast<std::size_t>(index)]);
        }
        case Kind::position: {
            const Value id = value(node.child(0), at);
            return Value::position(id.known && id.number >= 0 && id.number < game_.size() ? id.number : -1);
        }
        case Kind::at: {
            const Value there = value(node.child(0), at);
            return there.known ? value(node.child(1), there.id) : Value{};
        }
        case Kind::find: return find(node, at);
        default: break;
    }
    const Value a = value(node.child(0), at);
    const Value b = value(node.child(1), at);
    if (!a.known || !b.known) return {};
    int meeting = a.id;
    while (!game_.leads_to(meeting, b.id)) meeting = game_.at(meeting).parent;
    switch (node.kind) {
        case Kind::ancestor: return Value::of(a.id != b.id && meeting == a.id);
        case Kind::descendant: return Value::of(a.id != b.id && meeting == b.id);
        case Kind::lowest_common_ancestor: return Value::position(meeting);
        case Kind::distance:
            return Value::of(std::int64_t{game_.at(a.id).ply + game_.at(b.id).ply - 2 * game_.at(meeting).ply});
        default: throw std::logic_error("no plain meaning of " + std::string(cql::name_of(node.kind)));
    }
}

Value Evaluator::find(const Node& node, int at) {
    std::vector<int> way;
    if (node.has(Flag::past)) {
        for (int id = at; id >= 0; id = game_.at(id).parent) way.push_back(id);
    } else {
        for (int id = at; id < game_.size(); ++id)
            if (game_.leads_to(at, id)) way.push_back(id);
    }
    const Tie outer = std::exchange(tie_, no_tie);
    const Meant unmeant = std::exchange(meant_, {});
    std::int64_t count = 0;
    int first = -1;
    for (const int id : way) {
        if (!holds(node.child(0), id)) continue;
        if (count++ == 0) first = id;
    }
    tie_ = outer;
    meant_ = unmeant;
    if (node.has(Flag::all)) return count > 0 ? Value::of(count) : Value{};
    if (!node.range) return Value::position(first);
    const bool fits = count >= node.range->low.number && count <= node.range->high.number;
    return fits ? Value::of(count) : Value{};
}

Value Evaluator::variable(const Node& node, int at) {
    const auto cell_of = [&](Slot slot) -> Cell& { return cells_[static_cast<std::size_t>(slot)]; };
    switch (node.kind) {
        case Kind::variable: {
            const Cell& cell = cell_of(node.slot);
            if (!is_piece_[static_cast<std::size_t>(node.slot)]) return cell.value;
            Squares now;
            for (std::size_t square = 0; square < 64; ++square)
                if (game_.at(at).who[square] == cell.who) now.set(square);
            return Value::of(now);
        }
        case Kind::assign: {
            const Value given = value(*node.part(Part::value), at);
            if (given.known || is_argument_[static_cast<std::size_t>(node.slot)]) cell_of(node.slot).value = given;
            return Value::of(given.known);
        }
        case Kind::echo: {
            Value best = node.type == Type::numeric ? Value{} : Value::of(false);
            for (int other = 0; other < game_.size(); ++other) {
                if (other == at && !node.has(Flag::all)) continue;
                cell_of(node.slot).value = Value::position(at);
                cell_of(node.second_slot).value = Value::position(other);
                const Node& body = *node.part(Part::body);
                if (node.type != Type::numeric) {
                    if (holds(body, other)) best = Value::of(true);
                } else if (const Value found = value(body, other); found.known) {
                    if (!best.known || found.number > best.number) best = found;
                }
            }
            return best;
        }
        default: break;
    }
    const Value set = value(*node.part(Part::set), at);
    if (!set.known) return {};
    Squares found;
    bool all = true;
    for (int square = 0; square < 64; ++square) {
        if (!has(set.squares, square)) continue;
        if (node.kind == Kind::piece_loop) {
            cell_of(node.slot).who = game_.at(at).who[static_cast<std::size_t>(square)];
            if (cell_of(node.slot).who == 0) continue;
        } else {
            cell_of(node.slot).value = Value::of(Squares{}.set(static_cast<std::size_t>(square)));
        }
        const bool here = holds(*node.part(Part::body), at);
        found.set(static_cast<std::size_t>(square), here);
        all = all && here;
    }
    return node.has(Flag::all) ? Value::of(all) : Value::of(found);
}

}  // namespace cofnod::cql::plain
