#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Failed assertion in a script, or its request to stop.
struct ScriptFault : Error {
    explicit ScriptFault(const std::string& what, WayOut way_out = {})
        : Error(ExitCode::nothing_found, what, std::move(way_out)) {}
};

/// Limit that a script exceeded.
struct ScriptLimit : LimitError {
    ScriptLimit(Span place, const std::string& what, WayOut way_out = {})
        : LimitError(what, std::move(way_out)), at(place) {}

    Span at;  ///< the filter responsible; empty if unknown
};

/// Memory budget, in bytes, shared by all threads of a query, for texts, variables, dictionaries, comments, tags,
/// tables of lines and paths, and pending results.
class Budget {
public:
    static constexpr std::size_t usual = std::size_t{256} << 20;

    explicit Budget(std::size_t most = usual) : most_(most) {}

    /// Reserves bytes; returns false and reserves nothing if that would exceed the budget.
    bool take(std::size_t bytes) {
        std::size_t used = used_.load(std::memory_order_relaxed);
        do {
            if (bytes > most_ - used) return false;
        } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
        return true;
    }
    void give_back(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

    /// Returns true if little is left, so that no more results should be buffered.
    [[nodiscard]] bool is_scarce() const { return used_.load(std::memory_order_relaxed) > most_ / 4 * 3; }
    [[nodiscard]] std::size_t most() const { return most_; }

private:
    std::size_t most_;
    std::atomic<std::size_t> used_ = 0;
};

using SharedBudget = std::shared_ptr<Budget>;

/// Share of a budget held by one owner (a thread or a partial result), released on destruction.
class Account {
public:
    /// Makes an account without a limit.
    Account() = default;
    explicit Account(SharedBudget budget) : budget_(std::move(budget)) {}
    Account(Account&& other) noexcept { *this = std::move(other); }
    Account& operator=(Account&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(used_, other.used_);
        std::swap(taken_, other.taken_);
        std::swap(reclaim_, other.reclaim_);
        return *this;
    }
    ~Account() {
        if (budget_) budget_->give_back(taken_);
    }

    /// Adds bytes; returns false and adds nothing if that would exceed the budget.
    bool try_add(std::size_t bytes) {
        if (bytes > taken_ - used_ && !take_more(bytes)) return false;
        used_ += bytes;
        return true;
    }
    /// Adds bytes; throws ScriptLimit if that would exceed the budget. `at` is the filter responsible.
    void add(std::size_t bytes, Span at = {}) {
        if (!try_add(bytes)) throw_exhausted(at);
    }
    /// Sets a function that is called when the budget is exhausted and returns the number of counted bytes no longer in
    /// use.
    void set_reclaim(std::function<std::size_t()> reclaim) { reclaim_ = std::move(reclaim); }
    void remove(std::size_t bytes) { used_ -= std::min(bytes, used_); }
    /// Replaces `before` bytes by `after` bytes.
    void replace(std::size_t before, std::size_t after, Span at = {}) {
        if (after > before)
            add(after - before, at);
        else
            remove(before - after);
    }
    /// Releases unused reservations, unless they are small.
    void settle() {
        if (taken_ - used_ <= 2 * block || !budget_) return;
        budget_->give_back(taken_ - used_);
        taken_ = used_;
    }
    [[noreturn]] void throw_exhausted(Span at) const;

private:
    /// Granularity of reservations, to reduce contention.
    static constexpr std::size_t block = std::size_t{64} << 10;

    bool take_more(std::size_t bytes);
    bool take_from_budget(std::size_t bytes);

    SharedBudget budget_;
    std::size_t used_ = 0;
    std::size_t taken_ = 0;  ///< bytes reserved in the budget
    std::function<std::size_t()> reclaim_;
};

/// Returns the heap memory of a string.
inline std::size_t bytes_of(const std::string& text) {
    constexpr std::size_t within_object = 15;
    constexpr std::size_t of_allocator = 16;
    return text.capacity() > within_object ? text.capacity() + of_allocator : 0;
}

/// Accounts for a filter's memory until the end of the scope.
class Held {
public:
    Held(Account& account, Span at, std::size_t bytes = 0) : account_(account), at_(at) { grow_to(bytes); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (bytes_ > 0) account_.remove(bytes_);
    }

    void grow_to(std::size_t bytes) {
        if (bytes <= few || bytes <= bytes_) return;
        account_.add(bytes - bytes_, at_);
        bytes_ = bytes;
    }

private:
    static constexpr std::size_t few = 4096;  ///< not counted, since nesting is limited

    Account& account_;
    Span at_;
    std::size_t bytes_ = 0;
};

}  // namespace cofnod::cql
