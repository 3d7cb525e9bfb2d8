#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/color.hpp"
#include "notation/words.hpp"

namespace cofnod::chess {

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

    /// White pawn = 0 ... white king = 5, black pawn = 6 ... black king = 11.
    [[nodiscard]] constexpr int index() const { return static_cast<int>(color) * role_count + static_cast<int>(role); }
    /// P, N, B, R, Q, K for White, lower case for Black.
    [[nodiscard]] constexpr char fen_letter() const;

    bool operator==(const Piece&) const = default;
};
inline constexpr int piece_count = 12;

/// "pawn", "knight", ...: the English word for messages.
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

}  // namespace cofnod::chess
