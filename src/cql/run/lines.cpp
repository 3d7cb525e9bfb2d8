#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/effects.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/finds.hpp"

/// Filter `line`: a regular expression over the positions of any line down (or up) from the current position.
namespace cofnod::cql {

namespace {

using State = Automaton::State;

/// Finds the best line by dynamic programming: if constituents are pure, the best line from a position and state does
/// not depend on earlier steps.
class LineSearch {
public:
    LineSearch(Compiler& compiler, const Node& node)
        : automaton_(Automaton::of(node.child(0))), flags_(node.flags), ban_(compiler) {
        for (const Node* constituent : automaton_.constituents) {
            const Effects effects = effects_of(*constituent);
            pure_ = pure_ && compiler.is_pure(*constituent);
            ties_.push_back(effects.looks_at_moves);
            filters_.push_back(compiler.condition(*constituent));
        }
        memo_ = compiler.new_memo();
    }

    [[nodiscard]] Ending find(Context& context) const {
        if (has(Flag::nestban) && ban_.is_banned(context)) return {};
        const Tie none(context);
        const Within hush(context.says_by_itself, false);
        // No table is allocated until something matches, which is rare.
        Ending best;
        if (automaton_.first.size() == 1 && !may_begin(context)) return best;
        if (pure_) prepare(context);
        const auto remarks = context.remarks.size();
        for (const State state : automaton_.first) take_better(best, from(context, context.at, state));
        context.drop_remarks(remarks);
        context.add_remarks(best);
        if (has(Flag::nestban) && best.length > 0) ban_.ban(context, context.at, best.end);
        return best;
    }

    /// Returns the number that a line found has as a value.
    [[nodiscard]] std::int32_t value_of(const Ending& found) const { return found.length; }

private:
    [[nodiscard]] bool has(Flag flag) const { return cql::has(flags_, flag); }

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
                from(context, has(Flag::past) ? i : size - 1 - i, state);
    }

    void take_better(Ending& best, const Ending& other) const {
        if (other.length > best.length && !(has(Flag::first_match) && best.length > 0)) best = other;
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
        const bool ties = ties_[symbol] && !has(Flag::past);
        Ending best;
        const auto remarks = context.remarks.size();
        const bool holds = test(context, id, symbol);
        auto own_remarks = context.take_remarks(remarks);
        if (!holds && !ties) return best;
        if (holds && automaton_.accepts[state]) best = {1, id};
        if (automaton_.next[state].empty() || (has(Flag::first_match) && best.length > 0)) {
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
        context.drop_remarks(remarks);
        return result;
    }

    /// Calls visit(next position of the line, child through which it is reached).
    template <typename Function>
    void for_each_next(Context& context, PositionId id, Function visit) const {
        const GameTree& tree = context.tree;
        const Color color = tree[id].turn;
        if (has(Flag::past)) {
            PositionId above = tree.parent(id);
            while (has(Flag::single_color) && above != no_position && tree[above].turn != color)
                above = tree.parent(above);
            if (above != no_position) visit(above, above);
            return;
        }
        for_each_child(tree, id, [&](PositionId child) {
            if (!has(Flag::single_color) || tree[child].turn == color) return visit(child, child);
            for_each_child(tree, child, [&](PositionId grandchild) {
                if (tree[grandchild].turn == color) visit(grandchild, child);
            });
        });
    }

    template <typename Function>
    void for_each_child(const GameTree& tree, PositionId id, Function visit) const {
        for (PositionId child = tree.first_child(id); child != no_position; child = tree.next_sibling(child)) {
            if (has(Flag::primary) && tree.index(child) != 0) continue;
            if (has(Flag::secondary) && tree.index(child) == 0) continue;
            visit(child);
        }
    }

    Automaton automaton_;
    Flags flags_;
    Filters filters_;
    std::vector<bool> ties_;
    bool pure_ = true;
    std::size_t memo_ = 0;
    NestBan ban_;
};

}  // namespace

FilterPtr make_line(Compiler& compiler, const Node& node) {
    const Range range = node.range.value_or(Range{{1}, {Range::endless}});
    return make_way<LineSearch>(compiler, node, range, "line");
}

}  // namespace cofnod::cql
