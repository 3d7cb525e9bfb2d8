#pragma once

#include <optional>
#include <string_view>

#include "chess/position.hpp"
#include "game/record.hpp"

namespace cofnod::importers::bases::chessbase {

inline constexpr std::size_t set_up_size = 28;

/// Reads the start position of a game that has one of its own, and sets it in the record. `record`: from the
/// position on. nullopt: it is no position, and the game is rejected.
std::optional<chess::Position> read_start(std::string_view record, bool is_chess960, GameRecord& game);

}  // namespace cofnod::importers::bases::chessbase
