#pragma once

#include <array>
#include <cstdint>

#include "games/chess/move.hpp"
#include "games/chess/square.hpp"

namespace cofnod::cql {

using chess::Bitboard;
using chess::Color;
using chess::Role;
using chess::Square;

inline constexpr Bitboard light_squares(0x55AA55AA55AA55AAULL);

/// Bitboards by kind of piece (Piece::index()), with the unions that patterns use most.
struct PieceSets {
    enum Slot : std::uint8_t { white = 12, black = 13, occupied = 14, empty = 15 };

    std::array<Bitboard, 16> sets{};

    [[nodiscard]] Bitboard of(std::size_t slot) const { return sets[slot]; }
    [[nodiscard]] Bitboard of(Color color) const { return sets[white + static_cast<std::size_t>(color)]; }
    [[nodiscard]] Bitboard of(Color color, Role role) const {
        return sets[static_cast<std::size_t>(chess::Piece{color, role}.index())];
    }
    [[nodiscard]] Bitboard of(Role role) const { return of(Color::white, role) | of(Color::black, role); }
    [[nodiscard]] Square king(Color color) const { return of(color, Role::king).first(); }
    /// Returns Piece::index() of the piece on a square, or PieceSets::empty.
    [[nodiscard]] int kind_at(Square square) const {
        if (sets[empty].contains(square)) return empty;
        int kind = sets[white].contains(square) ? 0 : notation::role_count;
        while (!sets[static_cast<std::size_t>(kind)].contains(square)) ++kind;
        return kind;
    }

    void put(int kind, Square square) {
        sets[static_cast<std::size_t>(kind)] |= square;
        sets[white + static_cast<std::size_t>(kind / notation::role_count)] |= square;
        sets[occupied] |= square;
        sets[empty] &= ~Bitboard(square);
    }
    void lift(int kind, Square square) {
        const Bitboard rest = ~Bitboard(square);
        sets[static_cast<std::size_t>(kind)] &= rest;
        sets[white + static_cast<std::size_t>(kind / notation::role_count)] &= rest;
        sets[occupied] &= rest;
        sets[empty] |= square;
    }
};

/// Position: piece sets, side to move, and the last move.
struct Snapshot {
    PieceSets board;
    Bitboard castling_rooks;  ///< as in chess::Position
    chess::Move move{};       ///< last move; null in the first position
    Color turn = Color::white;
    std::uint8_t passed = 0;  ///< en-passant square from the FEN, in the first position only; 0 if none

    /// Returns the square passed by a double step of the last move, even if no capture is possible.
    [[nodiscard]] Bitboard passed_square() const {
        if (passed != 0) return Square::from_index(passed);
        if (move.kind() != chess::Move::Kind::ordinary || (move.from().index() ^ move.to().index()) != 16) return {};
        if (!board.of(!turn, Role::pawn).contains(move.to())) return {};
        return Square::from_index((move.from().index() + move.to().index()) / 2);
    }
    /// Returns the position after a move of the side to move.
    [[nodiscard]] Snapshot after(chess::Move next) const;
    /// Returns the square of the piece captured by a move; empty if it does not capture.
    [[nodiscard]] Bitboard captured_by(chess::Move next) const;
};

/// Returns the square that a move goes to as CQL sees it: castling is a king move.
Square to_square(chess::Move move);

// Sets of pawns, of both colours.

/// Returns pawns with a pawn of the same colour on an adjacent file.
Bitboard connected_pawns(const PieceSets& board);
/// Returns pawns without a pawn of the same colour on an adjacent file.
Bitboard isolated_pawns(const PieceSets& board);
/// Returns pawns with another pawn of the same colour on their file.
Bitboard doubled_pawns(const PieceSets& board);
/// Returns pawns with no enemy pawn ahead on their own or an adjacent file.
Bitboard passed_pawns(const PieceSets& board);

}  // namespace cofnod::cql
