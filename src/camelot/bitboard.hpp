#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "camelot/square.hpp"

namespace cofnod::camelot {

/// A set of squares; bit i is the square with index i.
class Bitboard {
public:
    class Iterator;

    constexpr Bitboard() = default;
    /// Implicit: a square converts to the set containing only it.
    constexpr Bitboard(Square square) { word_of(square) = bit_of(square); }

    [[nodiscard]] constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
    [[nodiscard]] constexpr bool contains(Square square) const {
        return (words_[static_cast<std::size_t>(square.index() >> 6)] >> (square.index() & 63) & 1) != 0;
    }
    [[nodiscard]] constexpr int count() const {
        int count = 0;
        for (const auto word : words_) count += std::popcount(word);
        return count;
    }
    /// Number of squares of the set before `square`: its index in the set if it is a member.
    [[nodiscard]] constexpr int count_before(Square square) const {
        const auto last = static_cast<std::size_t>(square.index() >> 6);
        int count = std::popcount(words_[last] & (bit_of(square) - 1));
        for (std::size_t i = 0; i < last; ++i) count += std::popcount(words_[i]);
        return count;
    }

    /// Returns the set shifted by `by` places (1: one file right, 16: one rank up); squares shifted off the top or
    /// bottom are lost.
    template <int by>
    [[nodiscard]] constexpr Bitboard shifted() const {
        constexpr int distance = by > 0 ? by : -by;
        static_assert(distance > 0 && distance < 64);
        Bitboard result;
        for (std::size_t i = 0; i < 4; ++i) {
            if constexpr (by > 0)
                result.words_[i] = words_[i] << distance | (i > 0 ? words_[i - 1] >> (64 - distance) : 0);
            else
                result.words_[i] = words_[i] >> distance | (i < 3 ? words_[i + 1] << (64 - distance) : 0);
        }
        return result;
    }
    /// Returns the set and all places adjacent to it.
    [[nodiscard]] constexpr Bitboard spread() const {
        const Bitboard row = *this | shifted<1>() | shifted<-1>();
        return row | row.shifted<16>() | row.shifted<-16>();
    }

    [[nodiscard]] constexpr Iterator begin() const;
    [[nodiscard]] constexpr Iterator end() const;

    friend constexpr Bitboard operator|(Bitboard a, const Bitboard& b) { return a |= b; }
    friend constexpr Bitboard operator&(Bitboard a, const Bitboard& b) { return a &= b; }
    friend constexpr Bitboard operator^(Bitboard a, const Bitboard& b) { return a ^= b; }
    friend constexpr Bitboard operator~(Bitboard a) {
        for (auto& word : a.words_) word = ~word;
        return a;
    }
    constexpr Bitboard& operator|=(const Bitboard& b) {
        for (std::size_t i = 0; i < 4; ++i) words_[i] |= b.words_[i];
        return *this;
    }
    constexpr Bitboard& operator&=(const Bitboard& b) {
        for (std::size_t i = 0; i < 4; ++i) words_[i] &= b.words_[i];
        return *this;
    }
    constexpr Bitboard& operator^=(const Bitboard& b) {
        for (std::size_t i = 0; i < 4; ++i) words_[i] ^= b.words_[i];
        return *this;
    }
    bool operator==(const Bitboard&) const = default;

    /// Calls visit(square) for each square, from A1 upwards.
    template <typename Visit>
    constexpr void for_each(Visit visit) const {
        for (int i = 0; i < 4; ++i)
            for (std::uint64_t rest = words_[static_cast<std::size_t>(i)]; rest != 0; rest &= rest - 1)
                visit(Square::from_index(i * 64 + std::countr_zero(rest)));
    }

private:
    static constexpr std::uint64_t bit_of(Square square) { return std::uint64_t{1} << (square.index() & 63); }
    constexpr std::uint64_t& word_of(Square square) { return words_[static_cast<std::size_t>(square.index() >> 6)]; }

    std::array<std::uint64_t, 4> words_{};
};

/// Iterates over the squares of a set from A1 upwards.
class Bitboard::Iterator {
public:
    constexpr Iterator(const Bitboard& board, std::size_t word) : words_(board.words_), word_(word) { skip_empty(); }
    constexpr Square operator*() const {
        return Square::from_index(static_cast<int>(word_) * 64 + std::countr_zero(words_[word_]));
    }
    constexpr Iterator& operator++() {
        words_[word_] &= words_[word_] - 1;
        skip_empty();
        return *this;
    }
    /// Requires iterators of the same set, as in a range-for.
    constexpr bool operator==(const Iterator& other) const {
        return word_ == other.word_ && (word_ == 4 || words_[word_] == other.words_[word_]);
    }

private:
    constexpr void skip_empty() {
        while (word_ < 4 && words_[word_] == 0) ++word_;
    }
    std::array<std::uint64_t, 4> words_;
    std::size_t word_;
};

constexpr Bitboard::Iterator Bitboard::begin() const { return {*this, 0}; }
constexpr Bitboard::Iterator Bitboard::end() const { return {*this, 4}; }

static_assert((Bitboard(*Square::parse("A4")) | *Square::parse("B12")).count_before(*Square::parse("A13")) == 2);
static_assert(Bitboard(*Square::parse("L4")).shifted<17>() == Bitboard(Square::of(12, 4)));

}  // namespace cofnod::camelot
