#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "games/chess/square.hpp"

namespace cofnod::chess {

/// A played move in sixteen bits, stored in databases unchanged:
///
///     15    12 11       6 5        0
///     [ kind ] [   to   ] [  from  ]      kind 0 null move, 1 ordinary, 2 en passant, 3 castling,
///                                              4 5 6 7 promotion to knight, bishop, rook, queen
///
/// Castling is encoded as "king takes own rook", which is unambiguous in Chess960 too.
class Move {
public:
    enum class Kind : std::uint8_t { null_move, ordinary, en_passant, castling, promotion };

    /// `Move{}` is the null move; a plain `Move m;` is uninitialised.
    Move() = default;  // cppcheck-suppress uninitMemberVar ; lists of moves are made without filling them

    static constexpr Move null() { return Move(0); }
    static constexpr Move ordinary(Square from, Square to) { return of(1, from, to); }
    static constexpr Move en_passant(Square from, Square to) { return of(2, from, to); }
    static constexpr Move castling(Square king, Square rook) { return of(3, king, rook); }
    static constexpr Move promotion(Square from, Square to, Role role) {
        assert(role >= Role::knight && role <= Role::queen);
        return of(3 + static_cast<int>(role), from, to);
    }
    /// Returns the move encoded by `raw`, any 16 bits; it may be illegal.
    static constexpr Move from_raw(std::uint16_t raw) { return Move(raw); }

    [[nodiscard]] constexpr std::uint16_t raw() const { return raw_; }
    [[nodiscard]] constexpr Square from() const { return Square::from_index(raw_ & 63); }
    [[nodiscard]] constexpr Square to() const { return Square::from_index(raw_ >> 6 & 63); }
    [[nodiscard]] constexpr Kind kind() const {
        const int kind = raw_ >> 12 & 7;
        return kind < 4 ? static_cast<Kind>(kind) : Kind::promotion;
    }
    [[nodiscard]] constexpr bool is_null() const { return raw_ == 0; }
    /// Requires a promotion.
    [[nodiscard]] constexpr Role promotion_role() const { return static_cast<Role>((raw_ >> 12 & 3) + 1); }

    bool operator==(const Move&) const = default;

private:
    explicit constexpr Move(std::uint16_t raw) : raw_(raw) {}
    static constexpr Move of(int kind, Square from, Square to) {
        return Move(static_cast<std::uint16_t>(kind << 12 | to.index() << 6 | from.index()));
    }
    std::uint16_t raw_;
};

static_assert(Move::promotion(*Square::parse("a7"), *Square::parse("a8"), Role::queen).promotion_role() == Role::queen);
static_assert(Move{} == Move::null() && Move::null().kind() == Move::Kind::null_move);

/// A fixed-capacity list of moves without heap allocation; moves beyond `capacity` are dropped.
template <std::size_t capacity>
class MoveArray {
public:
    MoveArray() {}  // NOLINT(modernize-use-equals-default): zeroing the moves would cost more than generating them

    void add(Move move) {
        if (size_ < capacity) moves_[size_++] = move;
    }
    void add_new(Move move) {
        if (!contains(move)) add(move);
    }
    void clear() { size_ = 0; }

    [[nodiscard]] bool contains(Move move) const {
        for (const Move other : *this)
            if (other == move) return true;
        return false;
    }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
    [[nodiscard]] Move operator[](std::size_t i) const { return moves_[i]; }

private:
    std::size_t size_ = 0;
    std::array<Move, capacity> moves_;
};

/// A list with room for every legal move of any position, reachable or not. n pieces have at most 27 n moves; and a
/// square is reached from at most 8 directions and 8 knights, so there are at most 16 (64 - n) + 76 (the 76: three more
/// for each of 24 promotions, castling, en passant). The smaller of the two never exceeds 684.
using MoveList = MoveArray<684>;

/// A few moves, for messages.
using FewMoves = MoveArray<16>;

}  // namespace cofnod::chess
