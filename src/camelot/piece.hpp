#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cofnod::camelot {

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

    /// White Man 0, white Knight 1, black Man 2, black Knight 3.
    [[nodiscard]] constexpr int index() const { return static_cast<int>(color) * role_count + static_cast<int>(role); }
    /// M, N for White, lower case for Black.
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

}  // namespace cofnod::camelot
