#pragma once

#include <memory>

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

}  // namespace cofnod::cql
