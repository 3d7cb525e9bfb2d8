#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace cofnod::chess {

/// Castling in the UCI protocol: a king's move in standard chess (e1g1), "king takes rook" in Chess960 (e1h1).
enum class UciCastling : bool { king_moves, king_takes_rook };

/// Returns the castling style for a game that begins at `start`: "king takes rook" if a king or rook with a castling
/// right is not on its standard square (Chess960).
UciCastling uci_castling(const Position& start);

/// Writes "e2e4", "e7e8q"; the null move is "0000".
std::string write_uci(Move move, UciCastling castling = UciCastling::king_moves);

/// Returns the legal move that a UCI text denotes; both castling styles are accepted.
std::optional<Move> read_uci(const Position& position, std::string_view text);

}  // namespace cofnod::chess
