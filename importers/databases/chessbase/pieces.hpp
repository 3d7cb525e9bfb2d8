#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/chess/position.hpp"
#include "games/record/record.hpp"

namespace cofnod::importers::databases::chessbase {

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
    [[nodiscard]] std::optional<chess::Square> find(chess::Color color, chess::Role role, int number) const {
        const std::uint64_t square =
            squares_[static_cast<std::size_t>(chess::Piece{color, role}.index())] >> 8 * number & 0xFF;
        if (square == none) return std::nullopt;
        return chess::Square::from_index(static_cast<int>(square));
    }
    /// Follows an ordinary move of a piece that find() returns, no pawn; call before it is played.
    void play(const chess::Position& before, chess::Role role, int number, chess::Move move) {
        if (const auto captured = before.piece_at(move.to())) remove(*captured, move.to());
        const auto change = static_cast<std::uint64_t>(move.from().index() ^ move.to().index());
        of({before.turn(), role}) ^= change << 8 * number;
    }
    /// Follows a move; call before it is played.
    void play(const chess::Position& before, chess::Move move);

private:
    /// Squares of the pieces of a role, a byte each, the first lowest; behind the last, and where a pawn has gone,
    /// `none`.
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

/// A permutation of 0..255: what each byte of the file of moves means.
using MoveCodes = std::array<std::uint8_t, 256>;

/// Number of the way in which quoted games are coded; no record has it.
inline constexpr int quoted = 64;

/// A way of coding the moves of a record.
struct Coding {
    const MoveCodes* codes;
    bool subtracts_first;  ///< the number of moves so far is taken off before the table is asked, not behind it
    bool has_two_bytes;    ///< every move is 16 bits
    bool is_reversed;      ///< pieces are numbered from h8 down
    bool is_chess960;
};

/// Returns the way with this number; nullptr for one that is not known, or has other rules than chess.
const Coding* coding_of(int mode);

inline constexpr std::size_t set_up_size = 28;

/// Reads the start position of a game that has one of its own, and sets it in the record. `record`: from the
/// position on. nullopt: it is no position, and the game is rejected.
std::optional<chess::Position> read_start(std::string_view record, bool is_chess960, GameRecord& game);

}  // namespace cofnod::importers::databases::chessbase
