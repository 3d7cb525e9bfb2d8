#pragma once

#include <cstdint>
#include <optional>

#include "base/repetition.hpp"
#include "base/result.hpp"
#include "chess/position.hpp"

namespace cofnod::chess {

/// Game end by the rules on the board, whether the players noticed or not.
enum class Outcome : std::uint8_t { none, checkmate, stalemate };

Outcome outcome(const Position& position);

/// True if neither side can ever mate: bare kings, a single minor piece, or bishops on squares of one colour only.
/// Other dead positions (FIDE Laws 5.2.2), such as blocked ones, are not detected: that is too expensive.
bool has_insufficient_material(const Position& position);

/// Returns the result by the rules: mate, or a draw by stalemate or insufficient material; nullopt: the game may go on.
std::optional<Result> result_of(const Position& position);

using cofnod::earlier_occurrences;

}  // namespace cofnod::chess
