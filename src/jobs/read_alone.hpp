#pragma once

#include <string>
#include <vector>

#include "game/record.hpp"
#include "jobs/reading.hpp"
#include "store/game_reader.hpp"

namespace cofnod::jobs {

/// Reads a text that stands at the place of a stored game, apart from its source. Problems are placed as in the source;
/// the games keep their texts, and their moves as text.
std::vector<GameRecord> read_alone(const store::GameHeader& header, const GameRecord& game, const std::string& text,
                                   const importers::Charset& charset, const Reading& reading);

}  // namespace cofnod::jobs
