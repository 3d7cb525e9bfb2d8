#include <algorithm>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/finds.hpp"

namespace cofnod::cql {

namespace {

using State = Automaton::State;

constexpr std::size_t most_states = 4096;
constexpr std::size_t most_steps = 1'000'000;

class Builder {
public:
    /// First and last states of a subexpression, and a flag for matching the empty sequence.
    struct Ends {
        std::vector<State> first, last;
        bool may_be_empty = true;
    };

    Ends build(const Node& node) {
        if (node.kind == Kind::sequence) return sequence(node);
        if (node.kind == Kind::repetition) return repetition(node);
        return constituent(node);
    }

    Automaton result;

private:
    Ends constituent(const Node& node) {
        if (result.size() == most_states)
            throw UsageError(tr("a line or path is too large once its repetitions are written out"),
                             tr("repeat less, or without an upper number"));
        auto& all = result.constituents;
        const auto found = std::find(all.begin(), all.end(), &node);
        const auto symbol = static_cast<std::uint32_t>(found - all.begin());
        if (found == all.end()) all.push_back(&node);
        const auto state = static_cast<State>(result.size());
        result.symbols.push_back(symbol);
        result.next.emplace_back();
        return {{state}, {state}, false};
    }

    Ends sequence(const Node& node) {
        Ends whole;
        for (const Child& child : node.children) whole = joined(std::move(whole), build(*child.tree));
        return whole;
    }

    Ends repetition(const Node& node) {
        const int low = node.range->low.number;
        const int high = node.range->high.number;
        const Node& what = node.child(0);
        Ends whole;
        const int fixed = high == Range::endless ? low - 1 : low;
        for (int i = 0; i < fixed; ++i) whole = joined(std::move(whole), build(what));
        if (high == Range::endless) {
            Ends loop = build(what);
            for (const State state : loop.last) connect(state, loop.first);
            if (low == 0) loop.may_be_empty = true;
            return joined(std::move(whole), std::move(loop));
        }
        // Optional repetitions are nested: a{0,3} is (a(a(a)?)?)?, not a?a?a?.
        Ends more;
        std::vector<State> ends;
        for (int i = low; i < high; ++i) {
            Ends one = build(what);
            if (i == low)
                more.first = one.first;
            else
                for (const State state : ends) connect(state, one.first);
            ends = one.last;
            more.last.insert(more.last.end(), one.last.begin(), one.last.end());
        }
        return joined(std::move(whole), std::move(more));
    }

    Ends joined(Ends a, Ends b) {
        for (const State state : a.last) connect(state, b.first);
        if (a.may_be_empty) a.first.insert(a.first.end(), b.first.begin(), b.first.end());
        if (b.may_be_empty) b.last.insert(b.last.end(), a.last.begin(), a.last.end());
        a.last = std::move(b.last);
        a.may_be_empty = a.may_be_empty && b.may_be_empty;
        return a;
    }

    void connect(State from, const std::vector<State>& to) {
        auto& next = result.next[from];
        for (const State state : to)
            if (std::find(next.begin(), next.end(), state) == next.end()) next.push_back(state);
        steps_ += to.size();
        if (steps_ > most_steps)
            throw UsageError(tr("a line or path is too large once its repetitions are written out"), tr("repeat less"));
    }

    std::size_t steps_ = 0;
};

}  // namespace

Automaton Automaton::of(const Node& sequence) {
    Builder builder;
    auto whole = builder.build(sequence);
    Automaton result = std::move(builder.result);
    result.first = std::move(whole.first);
    result.accepts.assign(result.size(), false);
    for (const State state : whole.last) result.accepts[state] = true;
    return result;
}

bool NestBan::is_banned(Context& context) const {
    const Memo& memo = context.memo(memo_);
    const auto word = static_cast<std::size_t>(context.at) / 64;
    return word < memo.known.size() && (memo.known[word] >> (context.at % 64) & 1U) != 0;
}

void NestBan::ban(Context& context, PositionId one, PositionId other) const {
    Memo& memo = context.memo(memo_);
    context.make_bits(memo);
    const PositionId first = std::min(one, other);
    for (PositionId id = std::max(one, other); id >= first; id = context.tree.parent(id))
        if (!context.tree.is_imagined(id))
            memo.known[static_cast<std::size_t>(id) / 64] |= std::uint64_t{1} << (id % 64);
}

}  // namespace cofnod::cql
