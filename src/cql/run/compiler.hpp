#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "cql/run/context.hpp"

namespace cofnod::cql {

/// Compiled, immutable filter; mutable state is in Context.
class Filter {
public:
    Filter() = default;
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    virtual ~Filter() = default;
    /// Returns true if the filter holds at the current position.
    virtual bool test(Context& context) const = 0;
};

/// Filter with a value.
template <typename Value>
class Typed : public Filter {
public:
    virtual Value value(Context& context) const = 0;
    bool test(Context& context) const override { return holds(value(context)); }
};

template <>
class Typed<bool> : public Filter {
public:
    bool value(Context& context) const { return test(context); }
};

template <typename Value>
using Ptr = std::unique_ptr<const Typed<Value>>;
using FilterPtr = std::unique_ptr<const Filter>;
using Filters = std::vector<FilterPtr>;

inline bool all_hold(const Filters& filters, Context& context) {
    return std::all_of(filters.begin(), filters.end(), [&](const FilterPtr& filter) { return filter->test(context); });
}
/// Evaluates a filter and rolls back its comments on failure.
inline bool holds_or_rolls_back(const Filter& filter, Context& context) {
    const auto remarks = context.remarks.size();
    if (filter.test(context)) return true;
    context.drop_remarks(remarks);
    return false;
}

/// Filter made from a function: `computed<SetValue>([…](Context& context) { … })`.
template <typename Value, typename Function>
class Computed final : public Typed<Value> {
public:
    explicit Computed(Function function) : function_(std::move(function)) {}
    Value value(Context& context) const override { return function_(context); }

private:
    Function function_;
};
template <typename Function>
class Computed<bool, Function> final : public Typed<bool> {
public:
    explicit Computed(Function function) : function_(std::move(function)) {}
    bool test(Context& context) const override { return function_(context); }

private:
    Function function_;
};

template <typename Value, typename Function>
FilterPtr computed(Function function) {
    return std::make_unique<Computed<Value, Function>>(std::move(function));
}

/// Sort order defined by a `sort`.
struct SortKey {
    std::string title;  ///< empty if none
    bool smallest_first = false;
};

/// Compiles a syntax tree to filters.
class Compiler {
public:
    explicit Compiler(const Script& script);

    /// Compiles a filter, keeping its value.
    FilterPtr filter(const Node& node);
    /// Compiles a filter as a condition, which is often much cheaper.
    FilterPtr condition(const Node& node);
    Ptr<SetValue> set(const Node& node) { return typed<SetValue>(node); }
    Ptr<Number> number(const Node& node) { return typed<Number>(node); }
    Ptr<Text> text(const Node& node) { return typed<Text>(node); }
    Ptr<Position> position(const Node& node) { return typed<Position>(node); }
    template <typename Value>
    Ptr<Value> typed(const Node& node) {
        if constexpr (std::is_same_v<Value, bool>) {
            return truth(node);
        } else {
            FilterPtr made = filter(node);
            const auto* with_value = dynamic_cast<const Typed<Value>*>(made.get());
            if (with_value == nullptr) fail_type(node);
            (void)made.release();
            return Ptr<Value>(with_value);
        }
    }
    /// Compiles the child with this role; nullptr if there is none.
    template <typename Value>
    Ptr<Value> part(const Node& node, Part part) {
        const Node* child = node.part(part);
        return child ? typed<Value>(*child) : nullptr;
    }
    /// Compile all children with this role.
    template <typename Value>
    std::vector<Ptr<Value>> all(const Node& node, Part part = Part::operand) {
        std::vector<Ptr<Value>> filters;
        for (const Child& child : node.children)
            if (child.part == part) filters.push_back(typed<Value>(*child.tree));
        return filters;
    }
    Filters conditions(const Node& node, Part part = Part::operand);
    /// Returns true if the result at a position may be memoized and evaluated in any order.
    [[nodiscard]] bool is_pure(const Node& node) const;
    /// Returns true if evaluation has no side effects.
    [[nodiscard]] bool is_quiet(const Node& node) const;

    [[nodiscard]] const Variable& variable(Slot slot) const {
        return script_.variables[static_cast<std::size_t>(slot)];
    }
    /// Returns the filter compiled in place of a variable; nullptr if the variable is kept.
    const Node* stand_in(Slot slot) const {
        const auto found = stand_ins_.find(slot);
        return found == stand_ins_.end() ? nullptr : found->second;
    }
    void set_stand_in(Slot slot, const Node* filter) { stand_ins_[slot] = filter; }

    std::size_t new_memo() { return memos_++; }
    std::size_t new_sort(std::string title, bool smallest_first) {
        sorts_.push_back({std::move(title), smallest_first});
        return sorts_.size() - 1;
    }
    [[nodiscard]] std::size_t memos() const { return memos_; }
    [[nodiscard]] const std::vector<SortKey>& sorts() const { return sorts_; }

private:
    /// Throws because the type of the compiled filter differs from the one that the parser determined.
    [[noreturn]] static void fail_type(const Node& node);
    /// Compiles a filter as a boolean. A single remaining clone or conjunct may have a value of another type.
    Ptr<bool> truth(const Node& node);

    const Script& script_;
    bool reads_groups_ = false;  ///< reads groups of regular expressions
    std::size_t memos_ = 0;
    std::vector<SortKey> sorts_;
    std::map<Slot, const Node*> stand_ins_;
};

// One function per kind: make_check() compiles Kind::check.
#define EACH_KIND(kind, cost, traits) FilterPtr make_##kind(Compiler& compiler, const Node& node);
#include "cql/kinds.def"

/// Compiles a comparison as a boolean if that is cheaper than computing its value; otherwise returns nullptr.
FilterPtr make_comparison_truth(Compiler& compiler, const Node& node);

/// Evaluates an arithmetic operator, also for `x += b`. Division by 0 has no value.
Number calculate(Operator op, std::int64_t a, std::int64_t b);
/// Binds a piece variable to the piece on a square; returns false if the square is empty.
bool follow_piece(Context& context, Cell& cell, Square square);

/// Makes the filter with the largest value of the clones of a transform.
FilterPtr make_largest_clone(Compiler& compiler, const Node& transform);

// Compilation of filters whose value is not needed: cheap filters come first if the order is irrelevant, designators
// need no virtual calls, common parts of clones are evaluated once, and shifted placements are matched in parallel.

/// Collects the conjuncts of nested blocks and `and`s, in order.
void flatten(const Node& node, std::vector<const Node*>& conjuncts);

/// Makes the disjunction of a transform's clones.
FilterPtr make_some_clone(Compiler& compiler, const Node& transform);
/// Makes a conjunction; true if empty.
FilterPtr make_conjunction(Compiler& compiler, std::vector<const Node*> conjuncts);
/// Makes a list of filters that must all hold, in order of evaluation.
Filters make_conjuncts(Compiler& compiler, std::vector<const Node*> conjuncts);

/// Calls `function` with `std::type_identity` of the Value of a type and returns its result. A condition has no value.
template <typename Function>
auto with_value_type(Type type, Function function) {
    switch (type) {
        case Type::set: return function(std::type_identity<SetValue>{});
        case Type::numeric: return function(std::type_identity<Number>{});
        case Type::string: return function(std::type_identity<Text>{});
        case Type::position: return function(std::type_identity<Position>{});
        case Type::boolean:
        case Type::dictionary: break;
    }
    throw std::logic_error("filters of this type have no values");
}
/// Does the same with bool for conditions.
template <typename Function>
auto with_type(Type type, Function function) {
    if (type == Type::boolean || type == Type::dictionary) return function(std::type_identity<bool>{});
    return with_value_type(type, function);
}

/// Makes a filter that applies a function to the value of its operand; no value if that has none.
template <typename Value, typename Operand, typename Function>
FilterPtr of_one(Compiler& compiler, const Node& node, Function function) {
    return computed<Value>([operand = compiler.typed<Operand>(node.child(0)), function](Context& context) -> Value {
        Operand value = operand->value(context);
        return is_known(value) ? function(context, std::move(value)) : none<Value>();
    });
}
/// Makes a filter that applies a function to the values of two operands; no value if one of them has none.
template <typename Value, typename Operand, typename Function>
FilterPtr of_two(Compiler& compiler, const Node& node, Function function) {
    return computed<Value>([left = compiler.typed<Operand>(node.child(0)),
                            right = compiler.typed<Operand>(node.child(1)), function](Context& context) -> Value {
        const Operand a = left->value(context);
        const Operand b = right->value(context);
        return is_known(a) && is_known(b) ? function(context, a, b) : none<Value>();
    });
}
/// Makes a filter that applies a function to the only square of a set; sets of any other size have no value.
template <typename Value, typename Function>
FilterPtr of_one_square(Compiler& compiler, const Node& node, Function function) {
    return of_one<Value, SetValue>(compiler, node, [function](Context& context, SetValue set) -> Value {
        if (set.squares.empty() || set.squares.has_several()) return none<Value>();
        return function(context, set.squares.first());
    });
}

}  // namespace cofnod::cql
