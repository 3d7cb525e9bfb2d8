#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/position.hpp"

namespace cofnod::importers::bases::chessbase {

/// Squares of ChessBase go up the files: a1 0, a2 1, b1 8.
constexpr chess::Square square_of(int chessbase) {
    return chess::Square::from_index((chessbase & 7) * 8 + (chessbase >> 3 & 7));
}

/// Numbers the pieces of both sides as ChessBase does: those of a role by their squares at the start, three of each at
/// most, and eight pawns. Behind a captured piece the others move up; the number of a pawn stays its own.
class Pieces {
public:
    /// `is_reversed`: numbered from h8 down.
    Pieces(const chess::Position& start, bool is_reversed);

    /// Returns the square of a piece, counted from 0; nullopt if there is none with that number.
    [[nodiscard]] std::optional<chess::Square> find(chess::Color color, chess::Role role, int number) const;
    /// Follows a move; call before it is played.
    void play(const chess::Position& before, chess::Move move);

private:
    static constexpr std::uint8_t none = 64;
    static constexpr std::size_t most_of_role = 3, pawns = 8;
    /// Squares of the pieces of a role; behind the last, and where a pawn has gone, `none`.
    using Squares = std::array<std::uint8_t, pawns>;

    Squares& of(chess::Piece piece) { return squares_[static_cast<std::size_t>(piece.index())]; }
    void add(chess::Piece piece, chess::Square square);
    void remove(chess::Piece piece, chess::Square square);
    void relocate(chess::Piece piece, chess::Square from, chess::Square to);

    std::array<Squares, chess::piece_count> squares_;
};

}  // namespace cofnod::importers::bases::chessbase
