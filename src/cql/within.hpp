#pragma once

#include <utility>

namespace cofnod::cql {

/// Sets a variable until the end of the scope.
template <typename T>
class Within {
public:
    Within(T& variable, T value) : variable_(variable), before_(std::exchange(variable, std::move(value))) {}
    ~Within() { variable_ = std::move(before_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    T& variable_;
    T before_;
};

}  // namespace cofnod::cql
