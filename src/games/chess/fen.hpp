#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/problem.hpp"
#include "games/chess/position.hpp"

namespace cofnod::chess {

/// An error in a FEN and its position.
struct FenError {
    SetupFault fault;
    std::size_t column;  ///< from 1, in bytes; the start of the field if no single character is at fault

    [[nodiscard]] Reason reason() const;
    bool operator==(const FenError&) const = default;
};

/// A position read from a FEN, with flags for the parts that were ignored as inconsistent.
struct Fen {
    Position position;
    bool dropped_castling = false;  ///< a castling right without its king or rook in place
    bool dropped_en_passant =
        false;  ///< an en-passant square that no double step explains (not one that merely lacks a legal capture)
};

/// Reads FEN, X-FEN and Shredder-FEN. Castling rights may be KQkq (the outermost rook), files (HAha) or a mixture.
/// Missing trailing fields default to "0 1" (the last two) and "- - 0 1" (the last four).
Expected<Fen, FenError> read_fen(std::string_view text);

/// Writes X-FEN: KQkq for the outermost rook, otherwise the letter of its file. The en-passant square is written only
/// if a legal capture exists, so that equal positions have equal text apart from the counters.
std::string write_fen(const Position& position);

inline constexpr std::string_view initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A part of a FEN that was repaired, completed or ignored.
struct FenNote {
    Reason reason;
    std::size_t column;  ///< from 1, in bytes
    std::size_t length;  ///< bytes
};

/// A FEN as written by people and programs in tags, commands and URLs.
struct FenField {
    Position position;
    std::string text;  ///< the source text if it is a strict six-field FEN, otherwise rewritten with all fields
    std::vector<FenNote> notes;
    /// True for fields that are present and not `?`; a side to move that is no side is not present either.
    bool has_turn = false, has_castling = false, has_en_passant = false;
};

/// Returns true for a FEN tag value without a position: empty, `?`, `-`, `none`, `startpos`.
bool names_no_position(std::string_view text);

/// Reads a FEN leniently. Only an invalid board is an error; everything else that read_fen() rejects or drops is
/// repaired with a note:
///
///     /4k3/8/8/8/8/8/4P3/4K3/ w - - 0 1                   slashes around the ranks
///     4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1                     as in URLs
///     https://lichess.org/editor/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1
///     4k3/8/8/8/8/8/4P3/4K3 White - - -5 0                nonstandard sides and counters
///     4k3/8/8/8/8/8/4P3/4K3 x - - 0 1                     no side: one that makes the position legal
///     4k3/8/8/8/8/8/4P3/4K3 w                             missing fields
///     4k3/8/8/8/8/8/4P3/4K3 w KQ e3 0 1                   castling rights and squares that contradict the board
///     4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 17;        EPD operations
Expected<FenField, FenError> read_fen_field(std::string_view text);

}  // namespace cofnod::chess
