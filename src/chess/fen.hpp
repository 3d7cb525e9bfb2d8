#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "chess/position.hpp"
#include "chess/setup.hpp"

namespace cofnod::chess {

/// What is wrong with a FEN, and where.
struct FenError {
    SetupFault fault;
    std::size_t column;  ///< from 1, in bytes; the first column of the field when no letter is to blame

    [[nodiscard]] Reason reason() const;
    bool operator==(const FenError&) const = default;
};

/// A position read from a FEN, and what had to be left out to make sense of it.
struct Fen {
    Position position;
    bool dropped_castling = false;    ///< a right without its king or rook at home
    bool dropped_en_passant = false;  ///< a square that no double step explains (not: one without a legal capture)
};

/// Reads FEN, X-FEN and Shredder-FEN. Castling rights may be KQkq (the outermost rook), files (HAha) or a mixture.
/// The last two fields, or the last four, may be missing: then 0 1, and "- -".
Expected<Fen, FenError> read_fen(std::string_view text);

/// X-FEN: KQkq where the outermost rook is meant, else the letter of its file. The en-passant square is written only
/// when a legal capture exists, so that equal positions (but for counters) have equal text.
std::string write_fen(const Position& position);

inline constexpr std::string_view initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace cofnod::chess
