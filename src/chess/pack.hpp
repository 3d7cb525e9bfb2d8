#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/move_code.hpp"
#include "chess/piece_numbers.hpp"
#include "chess/position.hpp"

/// Packed games: one byte per ply (1.06 on average). Decoding needs only the start position.
///
///       7     4 3     0
///     [ number | code  ]  [ square, after a queen's diagonal only ]
///
/// number   which piece of the side to move (PieceNumbers)
/// code     where it goes, by what it is now:
///
///     king     0..7  one step: -9 -8 -7 -1 +1 +7 +8 +9 squares      8 castles king side   9 queen side   10 null move
///     queen    as the rook; its own file: goes diagonally, and the next byte is the square it goes to
///     rook     0..7  to that file along its rank                     8..15 to rank code - 8 along its file
///     bishop   0..7  to that file, rising to the right               8..15 to file code - 8, falling to the right
///     knight   0..7  -17 -15 -10 -6 +6 +10 +15 +17 squares
///     pawn     5 * d + p: d 0 captures towards a, 1 steps, 2 captures towards h; p 0 plain, 1 N, 2 B, 3 R, 4 Q
///              15 double step
///
/// Captures and en passant follow from the board. Codes that are not in this table are damage.
namespace cofnod::chess {

/// Stored with the data; other versions are rejected.
inline constexpr int pack_version = 1;

/// Encodes a game ply by ply.
class Packer {
public:
    explicit Packer(const Position& start) : numbers_(start), bytes_(usual_bytes, '\0') {}

    /// `move` must be legal or null.
    void push(const Position& before, Move move);
    /// The same of a piece whose role is known; the king's for a null move. Inline: it is called for every ply that is
    /// imported.
    [[gnu::always_inline]] void push(const Position& before, Role role, Move move) {
        if (bytes_.size() - size_ < 2) [[unlikely]]
            grow();
        const Square from = move.is_null() ? before.king(before.turn()) : move.from();
        const auto [code, has_second_byte] = move_code::of(before.turn(), role, move);
        bytes_[size_] = static_cast<char>(numbers_.number_at(from) << 4 | code);
        bytes_[size_ + 1] = static_cast<char>(move.to().index());
        size_ += 1 + has_second_byte;
        numbers_.play(before, move);
    }

    [[nodiscard]] std::string_view bytes() const { return std::string_view(bytes_).substr(0, size_); }

private:
    static constexpr std::size_t usual_bytes = 192;

    void grow();

    PieceNumbers numbers_;
    std::string bytes_;  ///< more than are used
    std::size_t size_ = 0;
};

/// Decodes a game ply by ply, playing only legal moves whatever the bytes. (Replayer is faster but does not check
/// legality.)
///
///     Unpacker game(start, bytes);
///     while (const auto move = game.next()) ...;
///     if (game.is_damaged()) ...
class Unpacker {
public:
    /// The bytes must outlive the reader.
    Unpacker(const Position& start, std::string_view bytes) : position_(start), numbers_(start), bytes_(bytes) {}

    /// Plays and returns the next move; nullopt at the end or at damage.
    std::optional<Move> next();
    /// next() in two steps, to inspect the position in between: each move read must then be played.
    std::optional<Move> read();
    void play(Move move);

    /// Returns the position after the moves played so far.
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] bool is_damaged() const { return damaged_; }

private:
    [[nodiscard]] std::optional<Move> read_move();
    [[nodiscard]] std::optional<Square> read_diagonal(Square from);

    Position position_;
    PieceNumbers numbers_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool damaged_ = false;
};

}  // namespace cofnod::chess
