#pragma once

#include "game/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::jobs {

/// Returns the header that a record has once it is stored; id, place and opening are left empty.
store::GameHeader header_of(const GameRecord& record);

/// Returns the header of a record that takes the place of a stored game: its id and its place in the source.
store::GameHeader header_in_place_of(const store::GameHeader& stored, const GameRecord& record);

}  // namespace cofnod::jobs
