#pragma once

#include <algorithm>
#include <cstddef>

namespace cofnod::importers {

/// Bounds the work spent on scores that no notation reads at once: notations tried, words respelled, character sets
/// tried. Text earns units, attempts spend them, a unit being a word read in one notation (about half a microsecond).
/// Ordinary archives spend a few units per game; a text of only unreadable words soon has none left, and its scores are
/// then read in the likeliest notation alone. Depends on the text only, never on a clock.
class Effort {
public:
    static constexpr std::size_t initial = 400'000;
    static constexpr std::size_t per_byte = 1;

    explicit Effort(std::size_t units = initial) : left_(units), most_(units), reserve_(units / 4) {}

    void earn(std::size_t bytes) { left_ = std::min(left_ + bytes * per_byte, most_); }
    void spend(std::size_t units) {
        left_ -= std::min(units, left_);
        count(units);
    }
    /// Counts work that must be done, however much is left.
    void count(std::size_t units) { total_ += units; }

    [[nodiscard]] std::size_t left() const { return left_; }
    /// Returns the units spent and counted.
    [[nodiscard]] std::size_t total() const { return total_; }
    [[nodiscard]] bool is_exhausted() const { return left_ == 0; }
    /// Returns true if misprints may be searched for: that costs most and helps least, so the last units are kept for
    /// notations.
    [[nodiscard]] bool allows_repairs() const { return left_ > reserve_; }

private:
    std::size_t left_, most_, reserve_;
    std::size_t total_ = 0;
};

}  // namespace cofnod::importers
