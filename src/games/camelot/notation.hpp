#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/camelot/position.hpp"

namespace cofnod::camelot {

/// Separator between two squares of a written move.
enum class Separator : std::uint8_t {
    hyphen,  ///< `-`: a step or a canter
    caret,   ///< `^`: a canter, in sources that distinguish it from a step
    cross    ///< `x`: a jump
};

/// Text of one move, parsed but not checked for legality or correct separators.
struct WrittenMove {
    Path path;
    std::array<Separator, Path::capacity> separators{};  ///< [i]: before path[i]; [0] is unused
    bool has_mended_digits = false;                      ///< `Fll` was read as F11
};

struct MoveAtFront {
    WrittenMove move;
    std::size_t length;  ///< bytes
};

/// Parses the move at the front of a text (grammar/camelot.hpp): lower and upper case, `-` and dashes, `^`, `x X × :`.
/// Marks such as `!?` (notation/written_move.hpp) are not consumed. nullopt if no move of at least two squares begins
/// there, or if a letter or digit follows immediately.
std::optional<MoveAtFront> read_move(std::string_view text);

/// Writes a move in the style of the World Camelot Federation: every square of the path, with `-` before a square
/// reached by a step or canter and `x` before one reached by a jump: "C8-D9", "E6-C8-A8", "F6-F8-H8xH10xJ12".
std::string write_path(const Position& before, const Path& path);

// Number of a move by result in the position index: identifies the move, given the position. Stored in databases; fits
// 26 bits if a side has at most 14 pieces (Camelot, Cam, Camette; not Chivalry):
//
//      25          12 11    4 3           0
//     [ captured set |   to  |   number    ]     number: index of the moving piece among its own, from A1 upwards

inline constexpr int move_number_bits = 26;

/// True if moves on this board can be numbered.
constexpr bool has_move_numbers(const Board& board) { return board.pieces_a_side <= 14; }

/// `move` must be legal.
std::uint32_t move_number(const Position& before, const Move& move);

/// Returns the move with this number, legal or not; nullopt if the position has no such piece.
std::optional<Move> move_with_number(const Position& before, std::uint32_t number);

// Text form of positions, one line each:
//
//     *****2*****/**8**/*10*/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/*10*/**8**/*****2***** w 00
//     [ ranks from the top: N M n m, numbers of empty squares, * for places outside the board            ] | ||
//                                                                                         side to move: w or b ||
//                                                                     castle moves used by White and by Black: 0 to 2

/// An error in such a text and its position.
struct PositionTextError {
    SetupFault fault;
    std::size_t column;  ///< from 1, in bytes; the start of the field if no single character is at fault

    [[nodiscard]] Reason reason() const;
    bool operator==(const PositionTextError&) const = default;
};

/// Returns the board with as many ranks and files as the text; Camelot if no board has.
const Board& board_of(std::string_view text);

/// Reads a position. The last field, or the last two, may be missing and default to "w 00".
Expected<Position, PositionTextError> read_position(std::string_view text, const Board& board = boards::camelot);

std::string write_position(const Position& position);

}  // namespace cofnod::camelot
