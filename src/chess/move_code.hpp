#pragma once

#include <array>
#include <cstdint>

#include "chess/move.hpp"
#include "chess/piece.hpp"

/// The four-bit move code of packed games; see pack.hpp for the whole format.
namespace cofnod::chess::move_code {

inline constexpr int castle_king_side = 8;   ///< of a king
inline constexpr int castle_queen_side = 9;  ///< of a king
inline constexpr int null_move = 10;         ///< of a king
inline constexpr int double_step = 15;       ///< of a pawn

/// Meaning of a code for a piece on a square: 0..63 is the target square; larger values are special cases.
using Target = std::uint8_t;
inline constexpr Target promotion_to = 0x80;  ///< | square; the role is promotion_role(code)
inline constexpr Target castles_king_side = 0xC0;
inline constexpr Target castles_queen_side = 0xC1;
inline constexpr Target passes = 0xC2;
inline constexpr Target second_byte = 0xC3;  ///< diagonal queen move: the next byte is the square
inline constexpr Target nowhere = 0xFF;

/// Indexed by Piece::index(), code and square. Row 12 (no piece) is all `nowhere`.
using Targets = std::array<std::array<std::array<Target, square_count>, 16>, 13>;
extern const Targets targets;

constexpr Role promotion_role(int code) { return static_cast<Role>(code % 5); }

/// The code of a move, and whether a second byte with the square follows (diagonal queen moves). Colour and role are
/// separate parameters: a two-byte Piece would be assembled in memory first, a store-forwarding stall.
struct Code {
    int code;
    bool has_second_byte = false;
};
Code of(Color color, Role role, Move move);

namespace detail {

inline constexpr std::array<int, 8> king_steps = {-9, -8, -7, -1, 1, 7, 8, 9};
inline constexpr std::array<int, 8> knight_steps = {-17, -15, -10, -6, 6, 10, 15, 17};
inline constexpr int longest_step = 17;

/// Index of each step in its step table, by step + longest_step.
using Places = std::array<std::uint8_t, 2 * longest_step + 1>;
constexpr Places places_of(const std::array<int, 8>& steps) {
    Places places{};
    for (std::size_t i = 0; i < steps.size(); ++i)
        places[static_cast<std::size_t>(steps[i] + longest_step)] = static_cast<std::uint8_t>(i);
    return places;
}
inline constexpr Places king_places = places_of(king_steps), knight_places = places_of(knight_steps);

inline int place_of(const Places& places, Move move) {
    return places[static_cast<std::size_t>(move.to().index() - move.from().index() + longest_step)];
}

inline int pawn_code(Color color, Move move) {
    const int step = move.to().index() - move.from().index();
    if (step == 2 * forward(color)) return double_step;
    const int role = move.kind() == Move::Kind::promotion ? static_cast<int>(move.promotion_role()) : 0;
    return (step - forward(color) + 1) * 5 + role;
}

inline int bishop_code(Square from, Square to) {
    const int right = static_cast<int>(to.file()) - static_cast<int>(from.file());
    const int up = static_cast<int>(to.rank()) - static_cast<int>(from.rank());
    return static_cast<int>(to.file()) + (right == up ? 0 : 8);
}

inline int rook_code(Square from, Square to) {
    return from.rank() == to.rank() ? static_cast<int>(to.file()) : 8 + static_cast<int>(to.rank());
}

inline int king_code(Move move) {
    if (move.is_null()) return null_move;
    if (move.kind() == Move::Kind::castling) return move.to() > move.from() ? castle_king_side : castle_queen_side;
    return place_of(king_places, move);
}

}  // namespace detail

[[gnu::always_inline]] inline Code of(Color color, Role role, Move move) {
    const Square from = move.from();
    const Square to = move.to();
    switch (role) {
        case Role::pawn: return {detail::pawn_code(color, move)};
        case Role::knight: return {detail::place_of(detail::knight_places, move)};
        case Role::bishop: return {detail::bishop_code(from, to)};
        case Role::rook: return {detail::rook_code(from, to)};
        case Role::queen:
            if (from.file() != to.file() && from.rank() != to.rank()) return {static_cast<int>(from.file()), true};
            return {detail::rook_code(from, to)};
        case Role::king: return {detail::king_code(move)};
    }
    return {0};
}

}  // namespace cofnod::chess::move_code
