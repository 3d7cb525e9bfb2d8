#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/finds.hpp"
#include "cql/run/moves.hpp"

/// Filter `path`: a regular expression over the moves of any line down from the current position.
namespace cofnod::cql {

namespace {

using State = Automaton::State;
using chess::Move;

/// Constituent: a move with conditions after it, or a condition at the current position.
struct PathStep {
    std::optional<Dash> dash;
    Filters conditions;

    /// Returns true if the conditions hold after the move to `child`.
    [[nodiscard]] bool holds(Context& context, PositionId child, const Dash::Ends& ends) const {
        const auto meant = Dash::meant(context, child, ends, context.now->move);
        return holds(context);
    }
    [[nodiscard]] bool holds(Context& context) const { return all_hold(conditions, context); }
};

/// Saves the values of all variables and restores them.
class SavedCells {
public:
    SavedCells(Context& context, Span at)
        : context_(context),
          bytes_(bytes_of(context.cells)),
          held_(context.account, at, bytes_),
          cells_(context.cells) {
        context.tick(bytes_);
    }
    void restore() {
        context_.account.remove(bytes_of(context_.cells));
        context_.cells = std::move(cells_);
        context_.account.add(bytes_of(context_.cells));
    }

private:
    Context& context_;
    std::size_t bytes_;
    Held held_;
    std::vector<Cell> cells_;
};

bool has_atomic(const Node& node) {
    return (node.kind == Kind::assign && node.has(Flag::atomic)) ||
           std::any_of(node.children.begin(), node.children.end(),
                       [](const Child& child) { return has_atomic(*child.tree); });
}

class Path {
public:
    Path(Compiler& compiler, const Node& node)
        : span_(node.span),
          automaton_(Automaton::of(sequence_of(node))),
          flags_(node.flags),
          restores_(has_atomic(node)),
          focus_(compiler.part<SetValue>(node, Part::focus)),
          ban_(compiler) {
        for (const Node* constituent : automaton_.constituents) add_step(compiler, *constituent);
        if (const Node* maximum = node.part(Part::maximum)) {
            if (maximum->type != Type::numeric)
                throw UsageError(tr("a path can look for the largest number only"),
                                 tr("'max' of strings is not supported"));
            maximum_ = compiler.number(*maximum);
            pure_ = pure_ && compiler.is_pure(*maximum);
        }
        // One memo per side to move, as focused pieces alternate.
        memos_[0] = compiler.new_memo();
        memos_[1] = compiler.new_memo();
    }

    /// Returns the number that a path found has as a value.
    [[nodiscard]] std::int32_t value_of(const Ending& found) const { return maximum_ ? found.score : found.length; }

    [[nodiscard]] Ending find(Context& context) const {
        if (has(Flag::nestban) && ban_.is_banned(context)) return {};
        const Tie none(context);
        const Within hush(context.says_by_itself, false);
        Search search{*this, context, focus_of(context), memos_[static_cast<std::size_t>(context.now->turn)]};
        const Way outer = std::exchange(context.way, Way{context.at, context.at, 0, 0});
        const auto remarks = context.remarks.size();
        if (pure_) search.prepare();
        Ending best;
        for (const State state : automaton_.first) search.take_better(best, search.explore(context.at, state, true));
        context.way = outer;
        context.drop_remarks(remarks);
        if (best.length < 1) return {};
        context.add_remarks(best);
        if (has(Flag::nestban)) ban_.ban(context, context.at, best.end);
        return best;
    }

private:
    [[nodiscard]] bool has(Flag flag) const { return cql::has(flags_, flag); }

    static const Node& sequence_of(const Node& node) {
        for (const Child& child : node.children)
            if (child.part == Part::operand) return *child.tree;
        throw UsageError(tr("a path has no constituents"));
    }

    void add_step(Compiler& compiler, const Node& node) {
        pure_ = pure_ && compiler.is_pure(node);
        PathStep step;
        if (!is_step(node)) {
            step.conditions.push_back(compiler.condition(node));
        } else {
            step.dash.emplace(compiler, node);
            for (const Child& child : node.children)
                if (child.part == Part::target) step.conditions.push_back(compiler.condition(*child.tree));
        }
        steps_.push_back(std::move(step));
    }

    /// Returns the focused pieces: bit i for identity i, or all bits if every move counts.
    std::uint64_t focus_of(Context& context) const {
        constexpr std::uint64_t white_identities = 0x1FFFEULL;
        if (!focus_ && !has(Flag::single_color)) return ~std::uint64_t{0};
        std::uint64_t mask = 0;
        if (focus_) {
            const auto& identities = context.tree.identities(context.at);
            for (const Square square : focus_->value(context).squares)
                mask |= std::uint64_t{1} << identities[static_cast<std::size_t>(square.index())];
            mask &= ~std::uint64_t{1};
        } else {
            mask = ~std::uint64_t{0} >> 1;
        }
        if (has(Flag::single_color))
            mask &= context.now->turn == Color::white ? white_identities : white_identities << 16;
        return mask;
    }

    bool is_focused(Context& context, std::uint64_t focus, PositionId before, PositionId after) const {
        if (focus == ~std::uint64_t{0}) return true;
        const Move move = context.tree[after].move;
        if (move.is_null()) return false;
        const auto& identities = context.tree.identities(before);
        const auto contains = [&](Square square) {
            return (focus >> identities[static_cast<std::size_t>(square.index())] & 1U) != 0;
        };
        if (contains(move.from())) return true;
        if (move.kind() == Move::Kind::castling) return contains(move.to());
        const Bitboard captured = context.tree[before].captured_by(move);
        return has(Flag::focus_capture) && !captured.empty() && contains(captured.first());
    }

    struct Search {
        const Path& path;
        Context& context;
        std::uint64_t focus;
        std::size_t memo;

        void prepare() {
            Memo& table = context.memo(memo);
            const auto needed = static_cast<std::size_t>(context.tree.size()) * path.automaton_.size();
            if (table.endings.size() == needed && table.focus == focus) return;
            context.make_table(table, path.automaton_.size());
            table.focus = focus;
            if (context.tree.size() <= many_positions) return;
            for (PositionId id = context.tree.size() - 1; id >= 0; --id)
                for (State state = 0; state < path.automaton_.size(); ++state) from(id, state);
        }

        void take_better(Ending& best, const Ending& other) const {
            if (other.length < 0 || (path.has(Flag::first_match) && best.length > 0)) return;
            const bool better =
                path.maximum_ ? best.length < 1 || other.score > best.score : other.length > best.length;
            if (better) best = other;
        }

        Ending from(PositionId id, State state) {
            if (!path.pure_ || id >= context.tree.size()) {
                context.tick();
                return explore(id, state, false);
            }
            const auto index = static_cast<std::size_t>(id) * path.automaton_.size() + state;
            Ending& slot = context.memos[memo].endings[index];
            // A cycle of conditions without a move never completes.
            if (slot.status == Ending::in_progress) return {};
            if (slot.status == Ending::known) return slot;
            slot.status = Ending::in_progress;
            context.tick();
            Ending found = explore(id, state, false);
            found.status = Ending::known;
            return context.memos[memo].endings[index] = found;
        }

        /// Finds the best path from a position and state. If `at_start`, no move has been made yet, so the next one
        /// must count.
        Ending explore(PositionId id, State state, bool at_start) {
            if (++context.depth > deepest)
                throw ScriptLimit(path.span_, tr("a path that assigns or comments goes on for more than 4,000 moves"));
            const PathStep& step = path.steps_[path.automaton_.symbols[state]];
            const Visit here(context, id);
            Ending best;
            const auto remarks = context.remarks.size();
            if (step.dash) {
                move_on(step, id, state, at_start, best);
            } else if (step.holds(context)) {
                auto own_remarks = context.take_remarks(remarks);
                go_on(id, state, 0, at_start, best);
                context.keep(best, std::move(own_remarks));
            }
            context.drop_remarks(remarks);
            --context.depth;
            return best;
        }

        /// Continues with the successors of `state`, or ends the path here.
        void go_on(PositionId id, State state, std::int32_t moves, bool at_start, Ending& best) {
            if (path.automaton_.accepts[state]) take_better(best, ending(id, moves));
            for (const State follower : path.automaton_.next[state]) {
                const bool is_loop_of_conditions = moves == 0 && follower <= state && (at_start || !path.pure_);
                if (is_loop_of_conditions) continue;
                Ending rest = at_start ? explore(id, follower, true) : from(id, follower);
                if (rest.length < 0) continue;
                rest.length += moves;
                take_better(best, rest);
            }
        }

        Ending ending(PositionId id, std::int32_t moves) {
            Ending result{moves, id};
            if (!path.maximum_) return result;
            const Number score = path.maximum_->value(context);
            if (!score) return {};
            result.score = *score;
            return result;
        }

        void move_on(const PathStep& step, PositionId id, State state, bool at_start, Ending& best) {
            const GameTree& tree = context.tree;
            std::optional<Dash::Ends> ends;
            for (PositionId child = tree.first_child(id); child != no_position; child = tree.next_sibling(child)) {
                if (path.has(Flag::primary) && tree.index(child) != 0) break;
                if (!path.is_focused(context, focus, id, child)) {
                    if (at_start) continue;
                    ++context.way.all_moves;
                    take_better(best, from(child, state));
                    --context.way.all_moves;
                    continue;
                }
                if (!ends) ends = step.dash->ends(context);
                if (!step.dash->fits(*ends, *context.now, tree[child].move)) continue;
                std::optional<SavedCells> cells;
                if (path.restores_) cells.emplace(context, path.span_);
                const Way way = context.way;
                context.way = {way.start, child, way.moves + 1, way.all_moves + 1};
                {
                    const Visit there(context, child);
                    const auto remarks = context.remarks.size();
                    if (step.holds(context, child, *ends)) {
                        auto own_remarks = context.take_remarks(remarks);
                        Ending found;
                        go_on(child, state, 1, false, found);
                        context.keep(found, std::move(own_remarks));
                        take_better(best, found);
                    }
                    context.drop_remarks(remarks);
                }
                context.way = way;
                if (cells) cells->restore();
            }
        }
    };

    Span span_;
    Automaton automaton_;
    Flags flags_;
    bool restores_;
    Ptr<SetValue> focus_;
    Ptr<Number> maximum_;
    std::vector<PathStep> steps_;
    bool pure_ = true;
    std::size_t memos_[2] = {};
    NestBan ban_;
};

}  // namespace

FilterPtr make_path(Compiler& compiler, const Node& node) {
    const Range range = node.range.value_or(Range{{std::numeric_limits<int>::min()}, {Range::endless}});
    return make_way<Path>(compiler, node, range, node.text.empty() ? "path" : node.text + " path");
}

FilterPtr make_path_start(Compiler&, const Node&) {
    return computed<Position>([](Context& context) { return Position{context.way.start}; });
}

FilterPtr make_path_last_position(Compiler&, const Node&) {
    return computed<Position>([](Context& context) { return Position{context.way.last}; });
}

FilterPtr make_path_count(Compiler&, const Node&) {
    return computed<Number>([](Context& context) -> Number { return context.way.moves; });
}

FilterPtr make_path_count_unfocused(Compiler&, const Node&) {
    return computed<Number>([](Context& context) -> Number { return context.way.all_moves; });
}

FilterPtr make_sequence(Compiler&, const Node&) {
    throw std::logic_error("a sequence is evaluated by the line or path that it is in");
}

FilterPtr make_repetition(Compiler& compiler, const Node& node) { return make_sequence(compiler, node); }

}  // namespace cofnod::cql
