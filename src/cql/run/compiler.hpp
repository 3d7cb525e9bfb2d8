#pragma once

#include <map>
#include <type_traits>

#include "cql/run/filter.hpp"

namespace cofnod::cql {

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
    /// Compiles the child with this role; nullptr if there is none.
    Ptr<SetValue> set_part(const Node& node, Part part);

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

/// Calls `function` with `std::type_identity` of the Value of a type and returns its result.
template <typename Function>
auto with_type(Type type, Function function) {
    switch (type) {
        case Type::set: return function(std::type_identity<SetValue>{});
        case Type::numeric: return function(std::type_identity<Number>{});
        case Type::string: return function(std::type_identity<Text>{});
        case Type::position: return function(std::type_identity<Position>{});
        case Type::boolean:
        case Type::dictionary: break;
    }
    return function(std::type_identity<bool>{});
}

}  // namespace cofnod::cql
