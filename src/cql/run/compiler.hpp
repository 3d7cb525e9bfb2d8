#pragma once

#include <map>
#include <type_traits>

#include "cql/run/filter.hpp"

namespace cofnod::cql {

/// What a `sort` says of the order of games.
struct SortKey {
    std::string title;  ///< empty: none is given
    bool smallest_first = false;
};

/// Makes filters of a syntax tree.
class Compiler {
public:
    explicit Compiler(const Script& script);

    /// Compiles a filter for its value.
    FilterPtr filter(const Node& node);
    /// Compiles a filter for its truth alone: often much cheaper.
    FilterPtr condition(const Node& node);
    Ptr<SetValue> set(const Node& node) { return typed<SetValue>(node); }
    Ptr<Number> number(const Node& node) { return typed<Number>(node); }
    Ptr<Text> text(const Node& node) { return typed<Text>(node); }
    Ptr<Position> position(const Node& node) { return typed<Position>(node); }
    /// The part of that name; nullptr if there is none.
    Ptr<SetValue> set_part(const Node& node, Part part);

    template <typename Value>
    Ptr<Value> typed(const Node& node) {
        if constexpr (std::is_same_v<Value, bool>) {
            return truth(node);
        } else {
            FilterPtr made = filter(node);
            const auto* with_value = dynamic_cast<const Typed<Value>*>(made.get());
            if (with_value == nullptr) fail_type(node);
            made.release();
            return Ptr<Value>(with_value);
        }
    }
    /// Whether the answer at a position may be remembered, and asked for in any order.
    [[nodiscard]] bool is_pure(const Node& node) const;
    /// Whether nothing is changed by asking.
    [[nodiscard]] bool is_quiet(const Node& node) const;

    [[nodiscard]] const Variable& variable(Slot slot) const {
        return script_.variables[static_cast<std::size_t>(slot)];
    }
    /// While it is set, a variable is compiled as this filter; nullptr: as the variable that it is.
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
    /// Throws: the filter was made with a value of another type than the parser has given it.
    [[noreturn]] static void fail_type(const Node& node);
    /// Of clones or conjuncts of which one is left, the filter may be that one, with a value of another type.
    Ptr<bool> truth(const Node& node);

    const Script& script_;
    bool reads_groups_ = false;  ///< of regular expressions
    std::size_t memos_ = 0;
    std::vector<SortKey> sorts_;
    std::map<Slot, const Node*> stand_ins_;
};

// Makers: make_check() compiles Kind::check, and so on.
#define EACH_KIND(kind, cost, traits) FilterPtr make_##kind(Compiler& compiler, const Node& node);
#include "cql/kinds.def"

/// A comparison of which only the truth is asked, where that is cheaper; else nullptr.
FilterPtr make_comparison_truth(Compiler& compiler, const Node& node);

/// Calls `function` with the Value of a type as `std::type_identity`, and gives back what it returns.
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
