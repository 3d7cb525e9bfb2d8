#pragma once

#include <bit>
#include <cstdint>

#include "chess/square.hpp"

namespace cofnod::chess {

/// A set of squares; bit i is the square with index i.
class Bitboard {
public:
    class Iterator;

    constexpr Bitboard() = default;
    explicit constexpr Bitboard(std::uint64_t bits) : bits_(bits) {}
    /// Implicit: a square converts to the set containing only it, so that `occupied ^ from` works.
    constexpr Bitboard(Square square) : bits_(std::uint64_t{1} << square.index()) {}

    static constexpr Bitboard of(File file) { return Bitboard(0x0101010101010101ULL << static_cast<int>(file)); }
    static constexpr Bitboard of(Rank rank) { return Bitboard(0xFFULL << (8 * static_cast<int>(rank))); }

    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool contains(Square square) const { return (bits_ >> square.index() & 1) != 0; }
    [[nodiscard]] constexpr bool has_several() const { return (bits_ & (bits_ - 1)) != 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
    /// Lowest and highest square; the set must not be empty.
    [[nodiscard, gnu::always_inline]] constexpr Square first() const {
        return Square::from_index(std::countr_zero(bits_));
    }
    [[nodiscard]] constexpr Square last() const { return Square::from_index(63 - std::countl_zero(bits_)); }

    /// Returns the set shifted by `by` indices (8: one rank up, 1: one file right). Squares shifted off the top or
    /// bottom are lost; those shifted off a side wrap around, so mask first.
    [[nodiscard]] constexpr Bitboard shifted(int by) const { return Bitboard(by >= 0 ? bits_ << by : bits_ >> -by); }

    [[nodiscard]] constexpr Iterator begin() const;
    [[nodiscard]] constexpr Iterator end() const;

    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return Bitboard(a.bits_ | b.bits_); }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return Bitboard(a.bits_ & b.bits_); }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return Bitboard(a.bits_ ^ b.bits_); }
    friend constexpr Bitboard operator~(Bitboard a) { return Bitboard(~a.bits_); }
    constexpr Bitboard& operator|=(Bitboard b) { return *this = *this | b; }
    constexpr Bitboard& operator&=(Bitboard b) { return *this = *this & b; }
    constexpr Bitboard& operator^=(Bitboard b) { return *this = *this ^ b; }
    bool operator==(const Bitboard&) const = default;

private:
    std::uint64_t bits_ = 0;
};

/// Iterates over the squares of a set from a1 to h8.
class Bitboard::Iterator {
public:
    explicit constexpr Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Square operator*() const { return Square::from_index(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
        rest_ &= rest_ - 1;
        return *this;
    }
    bool operator==(const Iterator&) const = default;

private:
    std::uint64_t rest_;
};

constexpr Bitboard::Iterator Bitboard::begin() const { return Iterator(bits_); }
constexpr Bitboard::Iterator Bitboard::end() const { return Iterator(0); }

static_assert((Bitboard::of(File::e) & Bitboard::of(Rank::r4)) == Bitboard(*Square::parse("e4")));

}  // namespace cofnod::chess
