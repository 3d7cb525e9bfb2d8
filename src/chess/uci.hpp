#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace cofnod::chess {

/// How the UCI protocol writes castling: standard chess as a king's move (e1g1), Chess960 as "king takes rook" (e1h1).
enum class UciCastling : bool { king_moves, king_takes_rook };

/// How castling is written of a game that begins there: "king takes rook" in Chess960, which is told by a king or rook
/// with the right to castle that stands elsewhere than in ordinary chess.
UciCastling uci_castling(const Position& start);

/// "e2e4", "e7e8q"; the null move is "0000".
std::string write_uci(Move move, UciCastling castling = UciCastling::king_moves);

/// The legal move that a UCI text names, castling written in either way.
std::optional<Move> read_uci(const Position& position, std::string_view text);

}  // namespace cofnod::chess
