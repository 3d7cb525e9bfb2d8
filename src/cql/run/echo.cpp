#include <algorithm>
#include <bit>
#include <utility>

#include "cql/effects.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/texts.hpp"

/// Filter `echo`: pairs of positions.
namespace cofnod::cql {

namespace {

/// Returns true if a filter depends on the current position and this variable only.
bool is_of_one(Slot slot, const Effects& effects) {
    constexpr Slot most_slots = 63;
    return slot < most_slots && (effects.reads & ~(std::uint64_t{1} << slot)) == 0 && effects.writes == 0 &&
           !effects.reads_way && !effects.looks_at_moves;
}

bool is_variable(const Node& node, Slot slot) { return node.kind == Kind::variable && node.slot == slot; }

/// Returns F for a filter `x:F` in which F does not depend on y; otherwise nullptr.
const Node* part_of_first(Slot first, const Node& node) {
    if (node.kind != Kind::at || !is_variable(node.child(0), first)) return nullptr;
    return is_of_one(first, effects_of(node)) ? &node.child(1) : nullptr;
}

/// Returns F for a filter `y:F`, or for F itself, which is evaluated at y, if F does not depend on x; otherwise
/// nullptr.
const Node* part_of_second(Slot second, const Node& node) {
    if (!is_of_one(second, effects_of(node))) return nullptr;
    return node.kind == Kind::at && is_variable(node.child(0), second) ? &node.child(1) : &node;
}

/// Set or number at one position, part of a key.
class Term {
public:
    Term(Compiler& compiler, const Node& node) {
        if (node.type == Type::set)
            set_ = compiler.set(node);
        else
            number_ = compiler.number(node);
    }

    /// Mixes the value at the current position into a key; returns false if there is none.
    bool mix_into(std::uint64_t& key, Context& context) const {
        std::uint64_t bits = 0;
        if (set_) {
            const SetValue value = set_->value(context);
            if (!value.known) return false;
            bits = value.squares.bits();
        } else {
            const Number value = number_->value(context);
            if (!value) return false;
            bits = static_cast<std::uint32_t>(*value);
        }
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
        key = (std::rotl(key, 29) ^ bits) * odd;
        return true;
    }

private:
    Ptr<SetValue> set_;
    Ptr<Number> number_;
};

/// Keys of positions, computed from the sides of the equalities `x:F==y:G` in an echo. Positions that pair have equal
/// keys.
class Keys {
public:
    /// Adds the sides of a conjunct to the keys, if it is such an equality.
    void add(Compiler& compiler, const Node& echo, const Node& conjunct) {
        if (conjunct.kind != Kind::comparison || conjunct.op != Operator::equal) return;
        const Node *x = &conjunct.child(0), *y = &conjunct.child(1);
        const bool has_keys = x->type == y->type && (x->type == Type::set || x->type == Type::numeric);
        if (!has_keys) return;
        if (!part_of_first(echo.slot, *x)) std::swap(x, y);
        const Node* const of_x = part_of_first(echo.slot, *x);
        const Node* const of_y = part_of_second(echo.second_slot, *y);
        if (!of_x || !of_y) return;
        are_alike_ = are_alike_ && equal(*of_x, *of_y) && effects_of(*of_x).reads == 0;
        of_first_.emplace_back(compiler, *of_x);
        of_second_.emplace_back(compiler, *of_y);
    }

    /// Returns true if a position has the same key as x and as y.
    [[nodiscard]] bool are_alike() const { return are_alike_; }

    static constexpr std::uint64_t unknown = 0, none = 1;
    [[nodiscard]] std::uint64_t of_first(Context& context) const { return key(of_first_, context); }
    [[nodiscard]] std::uint64_t of_second(Context& context) const { return key(of_second_, context); }

private:
    /// Returns the key at the current position; `none` if that position pairs with no other.
    static std::uint64_t key(const std::vector<Term>& terms, Context& context) {
        std::uint64_t key = 0;
        for (const Term& term : terms)
            if (!term.mix_into(key, context)) return none;
        return key | 2;
    }

    std::vector<Term> of_first_, of_second_;
    bool are_alike_ = true;
};

/// Finds the positions y for which the body of `echo (x y) F` may hold at the current position x, for both forms of the
/// filter. Conditions on x alone are evaluated first, those on y alone once per position, and only positions with equal
/// keys are paired.
class Echo {
public:
    Echo(Compiler& compiler, const Node& node)
        : first_(static_cast<std::size_t>(node.slot)),
          second_(static_cast<std::size_t>(node.second_slot)),
          all_(node.has(Flag::all)),
          quiet_(node.has(Flag::quiet)),
          names_(compiler.variable(node.slot).name, compiler.variable(node.second_slot).name),
          memo_(compiler.new_memo()) {
        std::vector<const Node*> conjuncts;
        flatten(*node.part(Part::body), conjuncts);
        is_quiet_ = std::all_of(conjuncts.begin(), conjuncts.end(),
                                [&](const Node* conjunct) { return compiler.is_quiet(*conjunct); });
        if (!is_quiet_) return;
        std::vector<const Node*> of_second, rest;
        for (const Node* conjunct : conjuncts)
            if (const Node* part = part_of_second(node.second_slot, *conjunct)) {
                of_second.push_back(part);
            } else if (part_of_first(node.slot, *conjunct)) {
                of_first_.push_back(compiler.condition(*conjunct));
            } else {
                keys_.add(compiler, node, *conjunct);
                rest.push_back(conjunct);
            }
        of_second_ = make_conjuncts(compiler, std::move(of_second));
        rest_ = make_conjunction(compiler, std::move(rest));
    }

    /// Returns the conditions on both positions; nullptr if evaluating the body has effects.
    [[nodiscard]] const Filter* rest() const { return rest_.get(); }

    /// Calls visit at each position y, with both variables set, until it returns true.
    template <typename Visitor>
    void for_each_partner(Context& context, Visitor visit) const {
        context.cells[first_].bound = context.cells[second_].bound = true;
        context.cells[first_].position = context.at;
        if (is_quiet_)
            for_each_alike(context, visit);
        else
            for (PositionId other = 0; other < context.tree.size() && !visits(context, other, visit);) ++other;
        context.cells[first_].bound = context.cells[second_].bound = false;
    }

    /// Adds a comment on a pair, at its second position.
    void add_remark(Context& context) const {
        if (quiet_) return;
        const PositionId other = context.at;
        const Visit visit(context, context.cells[first_].position);
        say_echo(context, names_.first, names_.second, other);
    }

private:
    template <typename Visitor>
    bool visits(Context& context, PositionId other, Visitor& visit) const {
        if (other == context.at && !all_) return false;
        context.tick();
        context.cells[second_].position = other;
        const Visit there(context, other);
        return visit();
    }

    template <typename Visitor>
    void for_each_alike(Context& context, Visitor& visit) const {
        const std::uint64_t key = key_of_first(context);
        if (key == Keys::none) return;
        const Memo& known = lists(context);
        for (PositionId other = known.links[list_of(key, context)]; other != no_position;
             other = known.links[list_count(context) + static_cast<std::size_t>(other)])
            if (known.value[static_cast<std::size_t>(other)] == key && visits(context, other, visit)) return;
    }

    /// Returns the key of the current position as x.
    std::uint64_t key_of_first(Context& context) const {
        const Within hush(context.says_by_itself, false);
        for (const FilterPtr& filter : of_first_)
            if (!filter->test(context)) return Keys::none;
        if (!keys_.are_alike() || context.tree.is_imagined(context.at)) return keys_.of_first(context);
        return key_of_second(context, context.memo(memo_), context.at);
    }

    /// Returns the key of a position as y, computed once per game.
    std::uint64_t key_of_second(Context& context, Memo& memo, PositionId id) const {
        if (memo.value.empty()) context.make_values(memo);
        std::uint64_t& key = memo.value[static_cast<std::size_t>(id)];
        if (key != Keys::unknown) return key;
        context.cells[second_].position = id;
        const Visit visit(context, id);
        return key = keys_.of_second(context);
    }

    /// Returns the positions that meet the conditions on y as linked lists, with their keys as values. The links hold
    /// first the list heads, then the successor of each position.
    Memo& lists(Context& context) const {
        Memo& memo = context.memo(memo_);
        if (!memo.links.empty()) return memo;
        const Within hush(context.says_by_itself, false);
        context.make_links(memo, list_count(context));
        for (PositionId id = context.tree.size() - 1; id >= 0; --id) {
            context.tick();
            if (!is_wanted(context, id)) continue;
            const std::uint64_t key = key_of_second(context, memo, id);
            if (key == Keys::none) continue;
            PositionId& head = memo.links[list_of(key, context)];
            memo.links[list_count(context) + static_cast<std::size_t>(id)] = std::exchange(head, id);
        }
        return memo;
    }

    bool is_wanted(Context& context, PositionId other) const {
        context.cells[second_].position = other;
        const Visit visit(context, other);
        return std::all_of(of_second_.begin(), of_second_.end(),
                           [&](const FilterPtr& filter) { return filter->test(context); });
    }

    static std::size_t list_count(const Context& context) {
        return std::bit_ceil(static_cast<std::size_t>(context.tree.size()));
    }
    static std::size_t list_of(std::uint64_t key, const Context& context) {
        return (key >> 32) & (list_count(context) - 1);
    }

    std::size_t first_, second_;
    bool all_, quiet_;
    std::pair<std::string, std::string> names_;
    std::size_t memo_;
    bool is_quiet_ = false;  ///< no effects except automatic comments; the members below are set
    Filters of_first_, of_second_;
    Keys keys_;
    FilterPtr rest_;
};

/// Makes `echo (x y) F`: true if F holds for any y.
FilterPtr some_echo(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [echo = Echo(compiler, node), body = compiler.condition(*node.part(Part::body))](Context& context) {
            const bool first_is_enough = echo.rest() && !context.says_by_itself;
            const Filter& filter = first_is_enough ? *echo.rest() : *body;
            bool found = false;
            echo.for_each_partner(context, [&] {
                const auto remarks = context.remarks.size();
                if (!filter.test(context)) {
                    context.drop_remarks(remarks);
                    return false;
                }
                found = true;
                echo.add_remark(context);
                return first_is_enough;
            });
            return found;
        });
}

/// Makes `echo (x y) N`: the largest value for any y, with only its comments.
FilterPtr largest_echo(Compiler& compiler, const Node& node) {
    return computed<Number>(
        [echo = Echo(compiler, node), body = compiler.number(*node.part(Part::body))](Context& context) {
            const auto first = context.remarks.size();
            Number best;
            echo.for_each_partner(context, [&] {
                const auto last = context.remarks.size();
                const Number value = body->value(context);
                const bool is_better = value && (!best || *value > *best);
                if (is_better) echo.add_remark(context);
                context.keep_better(first, last, is_better);
                if (is_better) best = value;
                return false;
            });
            return best;
        });
}

}  // namespace

FilterPtr make_echo(Compiler& compiler, const Node& node) {
    return node.type == Type::numeric ? largest_echo(compiler, node) : some_echo(compiler, node);
}

}  // namespace cofnod::cql
