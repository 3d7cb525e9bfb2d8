#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "games/camelot/square.hpp"

namespace cofnod::camelot {

/// A move "by result": different paths with the same effect are the same Move.
struct Move {
    Square from;
    Square to;
    std::uint32_t captured = 0;  ///< bit i: the i-th enemy piece, counted from A1 upwards, is captured

    [[nodiscard]] constexpr bool is_capture() const { return captured != 0; }
    auto operator<=>(const Move&) const = default;
};
static_assert(sizeof(Move) == 8);

using MoveList = std::vector<Move>;

/// Squares that a piece visits, from first to last: a move "by path", as written.
class Path {
public:
    /// No generated path has more than 59 squares: a canter leaps each friend at most twice (both diagonals), a jump
    /// each enemy once, and a side has at most 20 pieces. The rest is slack for written detours.
    static constexpr std::size_t capacity = 63;

    Path() = default;
    Path(std::initializer_list<Square> squares) {
        for (const Square square : squares) add(square);
    }

    void add(Square square) {
        assert(size_ < capacity);
        squares_[size_++] = square;
    }
    void drop_last() { --size_; }

    [[nodiscard]] bool is_full() const { return size_ == capacity; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Square operator[](std::size_t i) const { return squares_[i]; }
    [[nodiscard]] Square front() const { return squares_[0]; }
    [[nodiscard]] Square back() const { return squares_[size_ - 1]; }
    [[nodiscard]] const Square* begin() const { return squares_.data(); }
    [[nodiscard]] const Square* end() const { return squares_.data() + size_; }

    /// Orders by length, then by squares.
    std::strong_ordering operator<=>(const Path& other) const {
        if (size_ != other.size_) return size_ <=> other.size_;
        return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
    }
    bool operator==(const Path& other) const { return (*this <=> other) == 0; }

private:
    std::uint8_t size_ = 0;
    std::array<Square, capacity> squares_;
};
static_assert(sizeof(Path) == 64);

using PathList = std::vector<Path>;

}  // namespace cofnod::camelot
