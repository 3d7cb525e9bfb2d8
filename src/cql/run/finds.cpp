#include "cql/run/finds.hpp"

#include "cql/effects.hpp"
#include "cql/run/own_comments.hpp"

/// Filter `find`: the next matching position, or the number of matching positions.
namespace cofnod::cql {

Remembered::Remembered(Compiler& compiler, const Node& node)
    : filter_(compiler.condition(node)), is_pure_(compiler.is_pure(node)), memo_(compiler.new_memo()) {}

bool Remembered::test(Context& context, PositionId id) const {
    const Tie none(context);
    const Hush hush(context);
    context.tick();
    if (!is_pure_ || context.tree.is_imagined(id)) {
        const Visit visit(context, id);
        const auto remarks = context.remarks.size();
        const bool result = filter_->test(context);
        if (!result && context.remarks.size() > remarks) context.remarks.resize(remarks);
        return result;
    }
    Memo& memo = context.memo(memo_);
    const auto words = static_cast<std::size_t>(context.tree.size()) / 64 + 1;
    if (memo.known.size() < words) context.make_bits(memo);
    const auto word = static_cast<std::size_t>(id) / 64;
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    if ((memo.known[word] & bit) != 0) return (memo.value[word] & bit) != 0;
    bool result = false;
    {
        const Visit visit(context, id);
        result = filter_->test(context);
    }
    // The filter may have used other memos, but not this one.
    memo.known[word] |= bit;
    if (result) memo.value[word] |= bit;
    return result;
}

namespace {

/// Calls visit for the current position and its descendants (with `past`: its ancestors) until it returns true.
template <typename Function>
void walk(Context& context, bool past, Function visit) {
    if (past) {
        for (PositionId id = context.at; id != no_position; id = context.tree.parent(id))
            if (visit(id)) return;
        return;
    }
    const PositionId end = context.tree.end(context.at);
    for (PositionId id = context.at; id < end; ++id)
        if (visit(id)) return;
}

}  // namespace

FilterPtr make_find(Compiler& compiler, const Node& node) {
    const bool past = node.has(Flag::past);
    const bool quiet = node.has(Flag::quiet);
    if (node.type == Type::position)
        return computed<Position>(
            [past, quiet, filter = Remembered(compiler, node.child(0))](Context& context) -> Position {
                Position found;
                walk(context, past, [&](PositionId id) {
                    if (!filter.test(context, id)) return false;
                    found.id = id;
                    return true;
                });
                if (!quiet && holds(found)) say_found(context, found.id);
                return found;
            });
    const Range range = node.range.value_or(Range{{1}, {Range::endless}});
    return computed<Number>(
        [past, quiet, range, filter = Remembered(compiler, node.child(0))](Context& context) -> Number {
            const auto low = value_of(range.low, context);
            const auto high = value_of(range.high, context);
            if (!low || !high) return std::nullopt;
            int count = 0;
            std::vector<PositionId> found;
            const bool says = context.says_by_itself && !quiet;
            walk(context, past, [&](PositionId id) {
                if (!filter.test(context, id)) return false;
                if (says) found.push_back(id);
                return ++count > *high;
            });
            if (count < *low || count > *high) return std::nullopt;
            say_found(context, found);
            return count;
        });
}

}  // namespace cofnod::cql
