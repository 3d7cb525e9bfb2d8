#pragma once

#include <vector>

#include "chess/position.hpp"
#include "game/record.hpp"

namespace cofnod {

/// Where the game of a record begins: its set-up position, or the usual one. Throws StoreError for a FEN that is no
/// position, which no importer stores.
chess::Position start_position(const GameRecord& record);

/// Throws the StoreError of a main line that cannot be read.
[[noreturn]] void throw_damaged_moves();

/// The moves of the main line. Throws StoreError where the packed moves are damaged.
std::vector<chess::Move> main_line(const GameRecord& record);

/// The position after `ply` moves of the main line, or after all of them if there are fewer.
chess::Position position_after(const GameRecord& record, std::uint32_t ply);

}  // namespace cofnod
