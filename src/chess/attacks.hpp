#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.hpp"
#include "chess/piece.hpp"

/// Where pieces strike. Sliders by hyperbola quintessence (o ^ (o - 2r)): three small masks and a byte swap,
/// 2 KiB of tables that stay in the first cache where magic bitboards would want 800.
namespace cofnod::chess::attacks {

struct Tables {
    using PerSquare = std::array<Bitboard, square_count>;

    PerSquare knight{};
    PerSquare king{};
    std::array<PerSquare, 2> pawn{};
    PerSquare file{};  ///< without the square itself, as the two below
    PerSquare diagonal{};
    PerSquare antidiagonal{};
    PerSquare bishop_rays{};  ///< what a bishop strikes on an empty board
    PerSquare rook_rays{};
    std::array<PerSquare, square_count> between{};
    std::array<PerSquare, square_count> line{};
    std::array<std::array<std::uint8_t, 8>, 64> rank{};  ///< by the inner six squares of a rank, then by file
};
extern const Tables tables;

namespace detail {
constexpr std::uint64_t byteswap(std::uint64_t bits) { return __builtin_bswap64(bits); }

/// The part of `mask` (a line through `square`) that a slider on `square` strikes.
constexpr Bitboard along(Bitboard mask, Square square, Bitboard occupied) {
    const std::uint64_t slider = Bitboard(square).bits();
    const std::uint64_t blockers = (occupied & mask).bits();
    const std::uint64_t up = blockers - slider;
    const std::uint64_t down = byteswap(byteswap(blockers) - byteswap(slider));
    return Bitboard(up ^ down) & mask;
}
}  // namespace detail

inline const Bitboard& at(const Tables::PerSquare& table, Square square) {
    return table[static_cast<std::size_t>(square.index())];
}

inline Bitboard knight(Square from) { return at(tables.knight, from); }
inline Bitboard king(Square from) { return at(tables.king, from); }
/// What a pawn strikes, not where it walks.
inline Bitboard pawn(Color color, Square from) { return at(tables.pawn[static_cast<std::size_t>(color)], from); }

inline Bitboard bishop(Square from, Bitboard occupied) {
    return detail::along(at(tables.diagonal, from), from, occupied) |
           detail::along(at(tables.antidiagonal, from), from, occupied);
}
inline Bitboard rook(Square from, Bitboard occupied) {
    const int shift = from.index() & 56;
    const auto inner = static_cast<std::size_t>(occupied.bits() >> (shift + 1) & 63);
    const std::uint64_t rank = tables.rank[inner][static_cast<std::size_t>(from.index() & 7)];
    return Bitboard(rank << shift) | detail::along(at(tables.file, from), from, occupied);
}
inline Bitboard queen(Square from, Bitboard occupied) { return bishop(from, occupied) | rook(from, occupied); }

inline Bitboard bishop_rays(Square from) { return at(tables.bishop_rays, from); }
inline Bitboard rook_rays(Square from) { return at(tables.rook_rays, from); }

/// What `piece` on `from` strikes; for sliders up to and including the first piece of `occupied`.
inline Bitboard of(Piece piece, Square from, Bitboard occupied) {
    switch (piece.role) {
        case Role::pawn: return pawn(piece.color, from);
        case Role::knight: return knight(from);
        case Role::bishop: return bishop(from, occupied);
        case Role::rook: return rook(from, occupied);
        case Role::queen: return queen(from, occupied);
        case Role::king: return king(from);
    }
    return {};
}

/// The squares strictly between two squares of one rank, file or diagonal; else nothing.
inline Bitboard between(Square a, Square b) { return at(tables.between[static_cast<std::size_t>(a.index())], b); }
/// The whole rank, file or diagonal through two squares, from edge to edge; else nothing.
inline Bitboard line(Square a, Square b) { return at(tables.line[static_cast<std::size_t>(a.index())], b); }

}  // namespace cofnod::chess::attacks
