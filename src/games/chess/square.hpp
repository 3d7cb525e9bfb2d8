#pragma once

#include <cassert>

#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/reading.hpp"

namespace cofnod::chess {

using notation::File;
using notation::Rank;

/// One of 64 squares, a1 = 0, b1 = 1, ... h8 = 63.
class Square {
public:
    static constexpr Square of(File file, Rank rank) {
        return Square(static_cast<std::uint8_t>(static_cast<int>(rank) * 8 + static_cast<int>(file)));
    }
    static constexpr Square from_index(int index) {
        assert(index >= 0 && index < 64);
        return Square(static_cast<std::uint8_t>(index));
    }
    /// Parses exactly "e4", without surrounding text.
    static constexpr std::optional<Square> parse(std::string_view text) {
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
        return from_index((text[1] - '1') * 8 + (text[0] - 'a'));
    }

    [[nodiscard]] constexpr int index() const { return index_; }
    [[nodiscard]] constexpr File file() const { return static_cast<File>(index_ & 7); }
    [[nodiscard]] constexpr Rank rank() const { return static_cast<Rank>(index_ >> 3); }
    [[nodiscard]] std::string to_string() const {
        return {static_cast<char>('a' + (index_ & 7)), static_cast<char>('1' + (index_ >> 3))};
    }

    auto operator<=>(const Square&) const = default;

private:
    explicit constexpr Square(std::uint8_t index) : index_(index) {}
    std::uint8_t index_;
};
inline constexpr int square_count = 64;

static_assert(Square::of(File::e, Rank::r4).index() == 28);
static_assert(Square::parse("h8")->index() == 63 && !Square::parse("i1"));

enum class Color : std::uint8_t { white, black };

constexpr Color operator!(Color color) { return color == Color::white ? Color::black : Color::white; }

/// Returns the index difference from a pawn's square to the square in front of it.
constexpr int forward(Color color) { return color == Color::white ? 8 : -8; }

/// Returns `rank` counted from `color`'s side: Black's first rank is the eighth.
constexpr notation::Rank relative(Color color, notation::Rank rank) {
    return color == Color::white ? rank : static_cast<notation::Rank>(7 - static_cast<int>(rank));
}

constexpr const char* name_of(Color color) { return color == Color::white ? "white" : "black"; }

static_assert(relative(Color::black, notation::Rank::r1) == notation::Rank::r8);

using notation::Role;
using notation::role_count;

/// A role with its colour.
struct Piece {
    Color color;
    Role role;

    static constexpr Piece from_index(int index) {
        return {static_cast<Color>(index / role_count), static_cast<Role>(index % role_count)};
    }
    static constexpr std::optional<Piece> from_fen_letter(char letter);

    /// Returns 0 for a white pawn ... 5 white king, 6 black pawn ... 11 black king.
    [[nodiscard]] constexpr int index() const { return static_cast<int>(color) * role_count + static_cast<int>(role); }
    /// Returns P, N, B, R, Q, K for White, lower case for Black.
    [[nodiscard]] constexpr char fen_letter() const;

    bool operator==(const Piece&) const = default;
};
inline constexpr int piece_count = 12;

/// Returns the English word for messages: "pawn", "knight", ...
constexpr std::string_view name_of(Role role) {
    constexpr std::string_view names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    return names[static_cast<int>(role)];
}

inline constexpr std::string_view fen_letters = "PNBRQKpnbrqk";

constexpr char Piece::fen_letter() const { return fen_letters[static_cast<std::size_t>(index())]; }

constexpr std::optional<Piece> Piece::from_fen_letter(char letter) {
    const auto index = fen_letters.find(letter);
    if (index == std::string_view::npos) return std::nullopt;
    return from_index(static_cast<int>(index));
}

static_assert(Piece::from_fen_letter('n') == Piece{Color::black, Role::knight});
static_assert(Piece{Color::white, Role::king}.fen_letter() == 'K' && !Piece::from_fen_letter('x'));

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
    /// Returns the lowest or highest square; the set must not be empty.
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
