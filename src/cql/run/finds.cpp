#include "cql/run/finds.hpp"

#include <algorithm>
#include <bit>

#include "cql/effects.hpp"
#include "cql/run/own_comments.hpp"

/// Filter `find`: the next matching position, or the number of matching positions.
namespace cofnod::cql {

Remembered::Remembered(Compiler& compiler, const Node& node)
    : filter_(compiler.condition(node)),
      is_pure_(compiler.is_pure(node)),
      memo_(compiler.new_memo()),
      counts_(compiler.new_memo()) {}

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

PositionId Remembered::next(Context& context, PositionId begin, PositionId end) const {
    if (!is_pure_ || context.tree.is_imagined(begin)) {
        while (begin < end && !test(context, begin)) ++begin;
        return begin;
    }
    Memo& memo = context.memo(memo_);
    if (memo.known.empty()) context.make_bits(memo);
    for (PositionId id = begin; id < end;) {
        context.tick();
        const auto word = static_cast<std::size_t>(id) / 64;
        const std::uint64_t behind = ~std::uint64_t{0} << (id % 64);
        const std::uint64_t possible = (memo.value[word] | ~memo.known[word]) & behind;
        id = static_cast<PositionId>(word * 64) + std::countr_zero(possible);
        if (possible == 0 || id >= end) continue;
        if (test(context, id)) return id;
        ++id;
    }
    return end;
}

std::int64_t Remembered::count(Context& context, PositionId begin, PositionId end, std::int64_t most) const {
    context.tick();
    std::int64_t count = 0;
    if (!is_pure_ || context.tree.is_imagined(begin)) {
        for (PositionId id = begin; id < end && count <= most; ++id) count += test(context, id) ? 1 : 0;
        return count;
    }
    Memo& memo = context.memo(counts_);
    if (memo.value.empty()) {
        context.make_values(memo);
        memo.last = context.tree.size();
    }
    if (memo.last > begin) count_from(context, memo, begin);
    const auto from = [&](PositionId id) { return memo.value[static_cast<std::size_t>(id)]; };
    return std::min(static_cast<std::int64_t>(from(begin) - from(end)), most + 1);
}

void Remembered::count_from(Context& context, Memo& memo, PositionId begin) const {
    const Tie none(context);
    const Hush hush(context);
    const Visit back(context, begin);
    for (auto id = static_cast<std::size_t>(memo.last); memo.last > begin; --memo.last, --id) {
        context.tick();
        context.go_to(memo.last - 1);
        memo.value[id - 1] = memo.value[id] + (filter_->test(context) ? 1 : 0);
    }
}

namespace {

/// Calls visit for the current position and its ancestors until it returns true.
template <typename Function>
void walk_back(Context& context, Function visit) {
    for (PositionId id = context.at; id != no_position; id = context.tree.parent(id))
        if (visit(id)) return;
}

FilterPtr find_one(Compiler& compiler, const Node& node) {
    return computed<Position>([past = node.has(Flag::past), quiet = node.has(Flag::quiet),
                               filter = Remembered(compiler, node.child(0))](Context& context) -> Position {
        Position found;
        if (past) {
            walk_back(context, [&](PositionId id) {
                if (filter.test(context, id)) found.id = id;
                return holds(found);
            });
        } else {
            const PositionId end = context.tree.end(context.at);
            const PositionId next = filter.next(context, context.at, end);
            if (next < end) found.id = next;
        }
        if (!quiet && holds(found)) say_found(context, found.id);
        return found;
    });
}

/// Returns the positions where `find all` or `find 2 4` finds, one more than `most` at most.
std::vector<PositionId> list(const Remembered& filter, Context& context, bool past, std::int64_t most) {
    std::vector<PositionId> found;
    const auto visit = [&](PositionId id) {
        if (filter.test(context, id)) found.push_back(id);
        return static_cast<std::int64_t>(found.size()) > most;
    };
    if (past) {
        walk_back(context, visit);
    } else {
        const PositionId end = context.tree.end(context.at);
        for (PositionId id = context.at; id < end && !visit(id);) ++id;
    }
    return found;
}

std::int64_t count_back(const Remembered& filter, Context& context, std::int64_t most) {
    if (context.tree.is_line() && !context.tree.is_imagined(context.at))
        return filter.count(context, 0, context.at + 1, most);
    std::int64_t count = 0;
    walk_back(context, [&](PositionId id) { return (count += filter.test(context, id) ? 1 : 0) > most; });
    return count;
}

}  // namespace

FilterPtr make_find(Compiler& compiler, const Node& node) {
    if (node.type == Type::position) return find_one(compiler, node);
    const Range range = node.range.value_or(Range{{1}, {Range::endless}});
    return computed<Number>([past = node.has(Flag::past), quiet = node.has(Flag::quiet), range,
                             filter = Remembered(compiler, node.child(0))](Context& context) -> Number {
        const auto limits = limits_of(range, context);
        if (!limits) return std::nullopt;
        const auto in_range = [&](std::int64_t number) -> Number {
            return limits->contain(number) ? Number(static_cast<std::int32_t>(number)) : std::nullopt;
        };
        if (quiet || !context.says_by_itself)
            return in_range(past ? count_back(filter, context, limits->high)
                                 : filter.count(context, context.at, context.tree.end(context.at), limits->high));
        const std::vector<PositionId> found = list(filter, context, past, limits->high);
        const Number number = in_range(static_cast<std::int64_t>(found.size()));
        if (number) say_found(context, found);
        return number;
    });
}

}  // namespace cofnod::cql
