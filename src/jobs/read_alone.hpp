#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "jobs/reading.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::jobs {

/// Reads a text that stands at the place of a stored game, apart from its source. Problems are placed as in the source;
/// the games keep their texts, and their moves as text. `above`: rows that name the columns of the text, if it is a row
/// of a sheet.
std::vector<GameRecord> read_alone(const store::GameHeader& header, const GameRecord& game, const std::string& text,
                                   const importers::Charset& charset, const ReadingSetup& reading,
                                   const std::string& above = {});

/// Returns true if a text gives the stored game when it is read alone.
bool gives_game(const std::vector<GameRecord>& read, const GameRecord& game);

/// Returns the rows of a sheet that stand above its first game and name the columns, in UTF-8; empty if they were not
/// kept, or are in no language. nullopt: the game is not from a sheet.
std::optional<std::string> rows_above(store::Store& store, std::int64_t game, const ReadingSetup& reading);

}  // namespace cofnod::jobs
