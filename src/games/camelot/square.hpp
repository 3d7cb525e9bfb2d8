#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cofnod::camelot {

/// A square of any board of the family: A1 = 0, B1 = 1, ... A2 = 16. Files end at N and a row has sixteen places, two
/// of them outside every board, so that no step or leap wraps around an edge.
class Square {
public:
    Square() = default;  // cppcheck-suppress uninitMemberVar ; lists of moves are made without filling them

    /// File and rank count from 0.
    static constexpr Square of(int file, int rank) { return Square(static_cast<std::uint8_t>(rank * 16 + file)); }
    static constexpr Square from_index(int index) { return Square(static_cast<std::uint8_t>(index)); }
    /// Parses exactly "C6" or "J11", without surrounding text. The square need not exist on a given Board.
    static constexpr std::optional<Square> parse(std::string_view text) {
        if (text.size() < 2 || text.size() > 3 || text[0] < 'A' || text[0] > 'N' || text[1] == '0') return std::nullopt;
        int rank = 0;
        for (const char digit : text.substr(1)) {
            if (digit < '0' || digit > '9') return std::nullopt;
            rank = rank * 10 + (digit - '0');
        }
        if (rank > 16) return std::nullopt;
        return of(text[0] - 'A', rank - 1);
    }

    [[nodiscard]] constexpr int index() const { return index_; }
    [[nodiscard]] constexpr int file() const { return index_ & 15; }
    [[nodiscard]] constexpr int rank() const { return index_ >> 4; }
    [[nodiscard]] std::string to_string() const { return static_cast<char>('A' + file()) + std::to_string(rank() + 1); }

    auto operator<=>(const Square&) const = default;

private:
    explicit constexpr Square(std::uint8_t index) : index_(index) {}
    std::uint8_t index_;
};
inline constexpr int square_count = 256;

/// A place outside every board.
inline constexpr Square nowhere = Square::from_index(255);

/// Directions clockwise from "up the board", numbered as in packed games.
inline constexpr int direction_count = 8;
inline constexpr std::array<int, direction_count> direction_steps = {16, 17, 1, -15, -16, -17, -1, 15};

/// Another place, or nowhere, for each place and direction.
using Neighbours = std::array<std::array<Square, direction_count>, square_count>;

/// Returns a table of the places `distance` steps away.
constexpr Neighbours make_neighbours(int distance) {
    Neighbours table{};
    for (int index = 0; index < square_count; ++index)
        for (int direction = 0; direction < direction_count; ++direction) {
            const int by = direction_steps[static_cast<std::size_t>(direction)] * distance;
            const int to = index + by;
            const bool on_the_grid = to >= 0 && to < square_count;
            table[static_cast<std::size_t>(index)][static_cast<std::size_t>(direction)] =
                on_the_grid ? Square::from_index(to) : nowhere;
        }
    return table;
}
inline constexpr Neighbours adjacent_places = make_neighbours(1);
inline constexpr Neighbours places_beyond = make_neighbours(2);

constexpr Square adjacent(Square square, int direction) {
    return adjacent_places[static_cast<std::size_t>(square.index())][static_cast<std::size_t>(direction)];
}
/// Returns the landing place of a leap over adjacent(square, direction).
constexpr Square beyond(Square square, int direction) {
    return places_beyond[static_cast<std::size_t>(square.index())][static_cast<std::size_t>(direction)];
}

static_assert(Square::parse("C6")->index() == 82 && Square::parse("N16") && !Square::parse("A17"));
static_assert(adjacent(*Square::parse("F1"), 1) == *Square::parse("G2") &&
              adjacent(*Square::parse("F1"), 4) == nowhere);
static_assert(beyond(*Square::parse("H3"), 5) == *Square::parse("F1"));

enum class Color : std::uint8_t { white, black };

constexpr Color operator!(Color color) { return color == Color::white ? Color::black : Color::white; }
constexpr const char* name_of(Color color) { return color == Color::white ? "white" : "black"; }

/// A Man leaps over friends (canter) or enemies (jump); a Knight may canter and then jump.
enum class Role : std::uint8_t { man, knight };
inline constexpr int role_count = 2;

constexpr std::string_view name_of(Role role) { return role == Role::man ? "Man" : "Knight"; }

/// A role with its colour.
struct Piece {
    Color color;
    Role role;

    static constexpr Piece from_index(int index) {
        return {static_cast<Color>(index / role_count), static_cast<Role>(index % role_count)};
    }
    static constexpr std::optional<Piece> from_letter(char letter);

    /// Returns 0 for a white Man, 1 white Knight, 2 black Man, 3 black Knight.
    [[nodiscard]] constexpr int index() const { return static_cast<int>(color) * role_count + static_cast<int>(role); }
    /// Returns M or N for White, m or n for Black.
    [[nodiscard]] constexpr char letter() const;

    bool operator==(const Piece&) const = default;
};
inline constexpr int piece_count = 4;
inline constexpr std::string_view piece_letters = "MNmn";

constexpr char Piece::letter() const { return piece_letters[static_cast<std::size_t>(index())]; }

constexpr std::optional<Piece> Piece::from_letter(char letter) {
    const auto index = piece_letters.find(letter);
    if (index == std::string_view::npos) return std::nullopt;
    return from_index(static_cast<int>(index));
}

static_assert(Piece::from_letter('n') == Piece{Color::black, Role::knight});

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
    /// Returns the number of squares of the set before `square`: its index in the set if it is a member.
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
    /// Requires iterators over the same set, as in a range-for.
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
