#pragma once

#include <utility>
#include <variant>

namespace cofnod {

/// Failure of an Expected: `return Unexpected{error};`.
template <typename E>
struct Unexpected {
    E error;
};
template <typename E>
Unexpected(E) -> Unexpected<E>;

/// A value, or the reason why there is none. Stands in for C++23 std::expected, which gcc 12 lacks in C++20.
template <typename T, typename E>
class [[nodiscard]] Expected {
public:
    Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> failure) : content_(std::in_place_index<1>, std::move(failure.error)) {}

    [[nodiscard]] bool has_value() const { return content_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& operator*() & { return *std::get_if<0>(&content_); }
    const T& operator*() const& { return *std::get_if<0>(&content_); }
    T&& operator*() && { return std::move(*std::get_if<0>(&content_)); }
    T* operator->() { return std::get_if<0>(&content_); }
    const T* operator->() const { return std::get_if<0>(&content_); }

    /// Throws std::bad_variant_access if there is no value.
    T& value() & { return std::get<0>(content_); }
    const T& value() const& { return std::get<0>(content_); }
    T&& value() && { return std::get<0>(std::move(content_)); }
    [[nodiscard]] const E& error() const { return std::get<1>(content_); }

private:
    std::variant<T, E> content_;
};

}  // namespace cofnod
