#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/chess/position.hpp"
#include "games/record/record.hpp"

namespace cofnod::importers::databases::chessbase {

/// Converts a ChessBase square, counted up the files: a1 0, a2 1, b1 8.
constexpr chess::Square square_of(int chessbase) {
    return chess::Square::from_index((chessbase & 7) * 8 + (chessbase >> 3 & 7));
}

/// Numbers the pieces of both sides as ChessBase does: by their start squares within a role, at most three of each, and
/// eight pawns. When a piece is captured, later ones of its role move up; a pawn keeps its number.
class Pieces {
public:
    /// `is_reversed`: numbered from h8 down to a1.
    Pieces(const chess::Position& start, bool is_reversed);

    /// Returns the square of a piece, numbered from 0; nullopt if there is none.
    [[nodiscard]] std::optional<chess::Square> find(chess::Color color, chess::Role role, int number) const {
        const std::uint64_t square =
            squares_[static_cast<std::size_t>(chess::Piece{color, role}.index())] >> 8 * number & 0xFF;
        if (square == none) return std::nullopt;
        return chess::Square::from_index(static_cast<int>(square));
    }
    /// Follows an ordinary move of a piece, other than a pawn, found by find(); must be called before it is played.
    void play(const chess::Position& before, chess::Role role, int number, chess::Move move) {
        if (const auto captured = before.piece_at(move.to())) remove(*captured, move.to());
        const auto change = static_cast<std::uint64_t>(move.from().index() ^ move.to().index());
        of({before.turn(), role}) ^= change << 8 * number;
    }
    /// Follows a move; must be called before it is played.
    void play(const chess::Position& before, chess::Move move);

private:
    /// Squares of the pieces of a role, one byte each, the first piece in the lowest byte; `none` for a captured pawn
    /// and after the last piece.
    using Squares = std::uint64_t;
    static constexpr std::uint64_t each = 0x0101010101010101, none = 64;
    static constexpr unsigned most_of_role = 3, pawns = 8;

    static Pieces numbered(const chess::Position& start, bool is_reversed);
    Pieces() { squares_.fill(each * none); }

    Squares& of(chess::Piece piece) { return squares_[static_cast<std::size_t>(piece.index())]; }
    void add(chess::Piece piece, chess::Square square);
    void remove(chess::Piece piece, chess::Square square);
    void relocate(chess::Piece piece, chess::Square from, chess::Square to);

    std::array<Squares, chess::piece_count> squares_;
};

}  // namespace cofnod::importers::databases::chessbase
