#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "cql/run/script_fault.hpp"

namespace cofnod::cql {

/// The memory that a query may use, all its threads together, for what its script keeps: texts, variables,
/// dictionaries, comments, tags, tables of lines and paths, and answers that wait to be written.
class Budget {
public:
    static constexpr std::size_t usual = std::size_t{256} << 20;

    explicit Budget(std::size_t most = usual) : most_(most) {}

    /// False where that would be too much; then nothing is taken.
    bool take(std::size_t bytes) {
        std::size_t used = used_.load(std::memory_order_relaxed);
        do {
            if (bytes > most_ - used) return false;
        } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
        return true;
    }
    void give_back(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

    /// Little is left: nothing more should be begun that has to wait.
    [[nodiscard]] bool is_scarce() const { return used_.load(std::memory_order_relaxed) > most_ / 4 * 3; }
    [[nodiscard]] std::size_t most() const { return most_; }

private:
    std::size_t most_;
    std::atomic<std::size_t> used_ = 0;
};

using SharedBudget = std::shared_ptr<Budget>;

/// What one owner has of a budget: a thread, or a part of the answer. It is given back at the end.
class Account {
public:
    /// Without a budget there is no limit.
    Account() = default;
    explicit Account(SharedBudget budget) : budget_(std::move(budget)) {}
    Account(Account&& other) noexcept
        : budget_(std::move(other.budget_)),
          used_(std::exchange(other.used_, 0)),
          taken_(std::exchange(other.taken_, 0)),
          reclaim_(std::move(other.reclaim_)) {}
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

    /// False where the budget does not allow it; then nothing is added.
    bool try_add(std::size_t bytes) {
        if (bytes > taken_ - used_ && !take_more(bytes)) return false;
        used_ += bytes;
        return true;
    }
    /// Throws ScriptLimit where the budget does not allow it. `at`: the filter that asks.
    void add(std::size_t bytes, Span at = {}) {
        if (!try_add(bytes)) throw_exhausted(at);
    }
    /// Where the budget does not allow more, `reclaim` is called, which says how many bytes counted here are not used
    /// any more.
    void set_reclaim(std::function<std::size_t()> reclaim) { reclaim_ = std::move(reclaim); }
    void remove(std::size_t bytes) { used_ -= std::min(bytes, used_); }
    /// `after` bytes now instead of `before`.
    void replace(std::size_t before, std::size_t after, Span at = {}) {
        if (after > before)
            add(after - before, at);
        else
            remove(before - after);
    }
    /// Gives back what was taken and is not used, unless that is little.
    void settle() {
        if (taken_ - used_ <= 2 * block || !budget_) return;
        budget_->give_back(taken_ - used_);
        taken_ = used_;
    }
    [[noreturn]] void throw_exhausted(Span at) const;
    [[nodiscard]] const SharedBudget& budget() const { return budget_; }

private:
    /// Taken at once, so that threads seldom meet.
    static constexpr std::size_t block = std::size_t{64} << 10;

    bool take_more(std::size_t bytes);
    bool take_from_budget(std::size_t bytes);

    SharedBudget budget_;
    std::size_t used_ = 0;
    std::size_t taken_ = 0;  ///< of the budget, for this and what comes next
    std::function<std::size_t()> reclaim_;
};

/// The memory of a string besides the object itself.
inline std::size_t bytes_of(const std::string& text) {
    constexpr std::size_t within_object = 15;
    constexpr std::size_t of_allocator = 16;
    return text.capacity() > within_object ? text.capacity() + of_allocator : 0;
}

/// What a filter holds while it evaluates others, for as long as this lives.
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
    static constexpr std::size_t few = 4096;  ///< which are not counted: nesting is bounded

    Account& account_;
    Span at_;
    std::size_t bytes_ = 0;
};

}  // namespace cofnod::cql
