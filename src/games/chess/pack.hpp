#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/chess/move.hpp"
#include "games/chess/position.hpp"
#include "games/chess/square.hpp"

/// Four-bit move codes of packed games; the whole format is described below.
namespace cofnod::chess::move_code {

inline constexpr int castle_king_side = 8;   ///< for a king
inline constexpr int castle_queen_side = 9;  ///< for a king
inline constexpr int null_move = 10;         ///< for a king
inline constexpr int double_step = 15;       ///< for a pawn

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

/// Code of a move; diagonal queen moves need a second byte with the square. Colour and role are separate parameters of
/// of(): a two-byte Piece would be assembled in memory first, a store-forwarding stall.
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

/// Returns the move that a code denotes for the piece on `from`, of the side to move; nullopt if there is none. The
/// move may be illegal. `read_square` returns the target of a diagonal queen move, std::optional<Square>.
template <typename SecondByte>
std::optional<Move> move_of(const Position& position, Piece piece, Square from, int code,
                            const SecondByte& read_square) {
    const auto castling = [&](CastlingSide side) -> std::optional<Move> {
        const auto rook = position.castling_rook(position.turn(), side);
        if (!rook) return std::nullopt;
        return Move::castling(position.king(position.turn()), *rook);
    };
    const Target target = targets[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(code)]
                                 [static_cast<std::size_t>(from.index())];
    switch (target) {
        case nowhere: return std::nullopt;
        case castles_king_side: return castling(CastlingSide::king_side);
        case castles_queen_side: return castling(CastlingSide::queen_side);
        case passes: return Move::null();
        case second_byte:
            if (const std::optional<Square> to = read_square()) return Move::ordinary(from, *to);
            return std::nullopt;
        default: break;
    }
    const Square to = Square::from_index(target & 63);
    if (target & promotion_to) return Move::promotion(from, to, promotion_role(code));
    const bool passing = piece.role == Role::pawn && from.file() != to.file() && !position.occupied().contains(to);
    return passing ? Move::en_passant(from, to) : Move::ordinary(from, to);
}

}  // namespace cofnod::chess::move_code

namespace cofnod::chess {

/// Numbers the pieces of a side from 0 to 15 in the order of their start squares a1, b1, ... h8. A piece keeps its
/// number until it is captured, also through promotion; numbers are not reused.
class PieceNumbers {
public:
    explicit PieceNumbers(const Position& start);

    /// Returns the number of the piece on an occupied square.
    [[nodiscard]] int number_at(Square square) const { return numbers_[static_cast<std::size_t>(square.index())]; }
    /// Returns the square of a piece of the side to move; nullopt if it is no longer on the board.
    [[nodiscard]] std::optional<Square> find(const Position& position, int number) const;

    [[gnu::always_inline]] void play(const Position& before, Move move) {
        if (move.is_null()) return;
        if (move.kind() == Move::Kind::castling) return castle(before.turn(), Castling::of(move));
        move_number(before.turn(), number_at(move.from()), move.to());
    }

private:
    void castle(Color color, const Castling& castling);
    [[gnu::always_inline]] void move_number(Color color, int number, Square to) {
        const auto index = static_cast<std::size_t>(to.index());
        numbers_[index] = static_cast<std::uint8_t>(number);
        squares_[static_cast<std::size_t>(color)][static_cast<std::size_t>(number)] = static_cast<std::uint8_t>(index);
    }

    std::array<std::uint8_t, square_count> numbers_{};
    std::array<std::array<std::uint8_t, 16>, 2> squares_;  ///< last known square of each piece, or 64
};

// Packed games: one byte per ply (1.06 on average). Decoding needs only the start position.
//
//       7     4 3     0
//     [ number | code  ]  [ square, only after a diagonal queen move ]
//
// number   piece of the side to move (PieceNumbers)
// code     target, depending on the role of the piece:
//
//     king     0..7  one step: -9 -8 -7 -1 +1 +7 +8 +9 squares      8 castles king side   9 queen side   10 null move
//     queen    as the rook; its own file: moves diagonally, and the next byte is the target square
//     rook     0..7  to that file along its rank                     8..15 to rank code - 8 along its file
//     bishop   0..7  to that file, rising to the right               8..15 to file code - 8, falling to the right
//     knight   0..7  -17 -15 -10 -6 +6 +10 +15 +17 squares
//     pawn     5 * d + p: d 0 captures towards a, 1 steps, 2 captures towards h; p 0 plain, 1 N, 2 B, 3 R, 4 Q
//              15 double step
//
// Captures and en passant follow from the board. Codes that are not in this table indicate damage.

/// Stored with the data; other versions are rejected.
inline constexpr int pack_version = 1;

/// Encodes a game ply by ply.
class Packer {
public:
    explicit Packer(const Position& start) : numbers_(start), bytes_(usual_bytes, '\0') {}

    /// `move` must be legal or null.
    void push(const Position& before, Move move);
    /// Overload for a piece whose role is known; king for a null move. Inline: called for every imported ply.
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
    std::string bytes_;  ///< larger than the used size
    std::size_t size_ = 0;
};

/// Decodes a game ply by ply; whatever the bytes, all moves are legal. (Replayer is faster but does not check
/// legality.)
///
///     Unpacker game(start, bytes);
///     while (const auto move = game.next()) ...;
///     if (game.is_damaged()) ...
class Unpacker {
public:
    /// The bytes must outlive the Unpacker.
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
