#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cofnod::camelot {

/// A square of any board of the family: A1 = 0, B1 = 1, ... A2 = 16. Files end at N and a row has sixteen places, two
/// of them outside every board, so that no step or leap wraps around a side.
class Square {
public:
    Square() = default;  // cppcheck-suppress uninitMemberVar ; lists of moves are made without filling them

    /// Both from 0.
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

/// For each place and direction, another place, or nowhere.
using Neighbours = std::array<std::array<Square, direction_count>, square_count>;

/// Table of the places `distance` steps away.
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
/// Landing place of a leap over adjacent(square, direction).
constexpr Square beyond(Square square, int direction) {
    return places_beyond[static_cast<std::size_t>(square.index())][static_cast<std::size_t>(direction)];
}

static_assert(Square::parse("C6")->index() == 82 && Square::parse("N16") && !Square::parse("A17"));
static_assert(adjacent(*Square::parse("F1"), 1) == *Square::parse("G2") &&
              adjacent(*Square::parse("F1"), 4) == nowhere);
static_assert(beyond(*Square::parse("H3"), 5) == *Square::parse("F1"));

}  // namespace cofnod::camelot
