#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "chess/position.hpp"
#include "chess/setup.hpp"

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
/// when a legal capture exists, so that equal positions have equal text apart from the counters.
std::string write_fen(const Position& position);

inline constexpr std::string_view initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace cofnod::chess
