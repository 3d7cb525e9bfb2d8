#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/effects.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/finds.hpp"
#include "cql/run/texts.hpp"

/// Filter `line`: a regular expression over the positions of any line down (or up) from the current position.
namespace cofnod::cql {

namespace {

using State = Automaton::State;

/// Maximum recursion depth in steps, each of which takes a few calls.
constexpr int deepest = 4'000;
/// Number of positions above which lines are computed from the end, to limit recursion.
constexpr PositionId many_positions = 1'000;

/// Finds the best line by dynamic programming: if constituents are pure, the best line from a position and state does
/// not depend on earlier steps.
class LineSearch {
public:
    LineSearch(Compiler& compiler, const Node& node)
        : automaton_(Automaton::of(node.child(0))), flags_(node), ban_(compiler) {
        for (const Node* constituent : automaton_.constituents) {
            const Effects effects = effects_of(*constituent);
            pure_ = pure_ && compiler.is_pure(*constituent);
            ties_.push_back(effects.looks_at_moves);
            filters_.push_back(compiler.condition(*constituent));
        }
        memo_ = compiler.new_memo();
    }

    [[nodiscard]] Ending find(Context& context) const {
        if (flags_.nestban && ban_.is_banned(context)) return {};
        const Tie none(context);
        const Hush hush(context);
        // No table is allocated until something matches, which is rare.
        Ending best;
        if (automaton_.first.size() == 1 && !may_begin(context)) return best;
        if (pure_) prepare(context);
        const auto remarks = context.remarks.size();
        for (const State state : automaton_.first) take_better(best, from(context, context.at, state));
        context.take_remarks(remarks);
        context.add_remarks(best);
        if (flags_.nestban && best.length > 0) ban_.ban(context, context.at, best.end);
        return best;
    }

private:
    struct Options {
        bool past, primary, secondary, single_color, nestban, first_match;
        explicit Options(const Node& node)
            : past(node.has(Flag::past)),
              primary(node.has(Flag::primary)),
              secondary(node.has(Flag::secondary)),
              single_color(node.has(Flag::single_color)),
              nestban(node.has(Flag::nestban)),
              first_match(node.has(Flag::first_match)) {}
    };

    bool may_begin(Context& context) const {
        const auto symbol = automaton_.symbols[automaton_.first[0]];
        return !pure_ || ties_[symbol] || filters_[symbol]->test(context);
    }

    void prepare(Context& context) const {
        Memo& memo = context.memo(memo_);
        const auto needed = static_cast<std::size_t>(context.tree.size()) * automaton_.size();
        if (memo.endings.size() >= needed) return;
        context.make_table(memo, automaton_.size());
        if (context.tree.size() <= many_positions) return;
        const PositionId size = context.tree.size();
        for (PositionId i = 0; i < size; ++i)
            for (State state = 0; state < automaton_.size(); ++state)
                from(context, flags_.past ? i : size - 1 - i, state);
    }

    void take_better(Ending& best, const Ending& other) const {
        if (other.length > best.length && !(flags_.first_match && best.length > 0)) best = other;
    }

    Ending from(Context& context, PositionId id, State state) const {
        if (pure_ && id < context.tree.size()) {
            const auto index = static_cast<std::size_t>(id) * automaton_.size() + state;
            const Ending known = context.memos[memo_].endings[index];
            if (known.status == Ending::known) return known;
            context.tick();
            Ending found = explore(context, id, state);
            found.status = Ending::known;
            context.memos[memo_].endings[index] = found;
            return found;
        }
        context.tick();
        return explore(context, id, state);
    }

    Ending explore(Context& context, PositionId id, State state) const {
        const auto symbol = automaton_.symbols[state];
        const bool ties = ties_[symbol] && !flags_.past;
        Ending best;
        const auto remarks = context.remarks.size();
        const bool holds = test(context, id, symbol);
        auto own_remarks = context.take_remarks(remarks);
        if (!holds && !ties) return best;
        if (holds && automaton_.accepts[state]) best = {1, id};
        if (automaton_.next[state].empty() || (flags_.first_match && best.length > 0)) {
            context.keep(best, std::move(own_remarks));
            return best;
        }
        if (++context.depth > deepest)
            throw LimitError(tr("a line that assigns or comments goes on for more than 4,000 positions"));
        for_each_next(context, id, [&](PositionId next, PositionId child) {
            // Constituents about moves refer to the move that the line takes.
            if (ties && !test_tied(context, id, symbol, child)) return;
            for (const State follower : automaton_.next[state]) {
                Ending rest = from(context, next, follower);
                if (rest.length < 0) continue;
                ++rest.length;
                take_better(best, rest);
            }
        });
        --context.depth;
        context.keep(best, std::move(own_remarks));
        return best;
    }

    bool test(Context& context, PositionId id, std::uint32_t symbol) const {
        const Visit visit(context, id);
        return filters_[symbol]->test(context);
    }

    bool test_tied(Context& context, PositionId id, std::uint32_t symbol, PositionId child) const {
        const Tie tie(context, id, child);
        const auto remarks = context.remarks.size();
        const bool result = test(context, id, symbol);
        context.take_remarks(remarks);
        return result;
    }

    /// Calls visit(next position of the line, child through which it is reached).
    template <typename Function>
    void for_each_next(Context& context, PositionId id, Function visit) const {
        const GameTree& tree = context.tree;
        const Color color = tree[id].turn;
        if (flags_.past) {
            PositionId above = tree.parent(id);
            while (flags_.single_color && above != no_position && tree[above].turn != color) above = tree.parent(above);
            if (above != no_position) visit(above, above);
            return;
        }
        for_each_child(tree, id, [&](PositionId child) {
            if (!flags_.single_color || tree[child].turn == color) return visit(child, child);
            for_each_child(tree, child, [&](PositionId grandchild) {
                if (tree[grandchild].turn == color) visit(grandchild, child);
            });
        });
    }

    template <typename Function>
    void for_each_child(const GameTree& tree, PositionId id, Function visit) const {
        for (PositionId child = tree.first_child(id); child != no_position; child = tree.next_sibling(child)) {
            if (flags_.primary && tree.index(child) != 0) continue;
            if (flags_.secondary && tree.index(child) == 0) continue;
            visit(child);
        }
    }

    Automaton automaton_;
    Options flags_;
    Filters filters_;
    std::vector<bool> ties_;
    bool pure_ = true;
    std::size_t memo_ = 0;
    NestBan ban_;
};

}  // namespace

FilterPtr make_line(Compiler& compiler, const Node& node) {
    const Range range = node.range.value_or(Range{{1}, {Range::endless}});
    const auto find = [range, quiet = node.has(Flag::quiet),
                       line = std::make_shared<const LineSearch>(compiler, node)](Context& context) -> Ending {
        const auto limits = limits_of(range, context);
        const Ending found = line->find(context);
        if (found.length < 1 || !limits || !limits->contain(found.length)) return {};
        if (!quiet) say_way(context, "line", found);
        return found;
    };
    if (node.type == Type::position)
        return computed<Position>([find](Context& context) { return Position{find(context).end}; });
    return computed<Number>([find](Context& context) -> Number {
        const Ending found = find(context);
        return found.length > 0 ? Number(found.length) : Number{};
    });
}

}  // namespace cofnod::cql
