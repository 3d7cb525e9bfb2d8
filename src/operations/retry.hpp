#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "operations/reading.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::operations {

/// Reads the text of a stored game by itself. Problems are placed as in the source; the games keep their texts, and
/// their moves as text. `above`: rows that name the columns, if the text is a row of a sheet.
std::vector<GameRecord> read_alone(const store::GameHeader& header, const GameRecord& game, const std::string& text,
                                   const importers::Charset& charset, const ReadingSetup& reading,
                                   const std::string& above = {});

/// Returns true if a text, read by itself, yields the stored game.
bool gives_game(const std::vector<GameRecord>& read, const GameRecord& game);

/// Returns the rows of a sheet above its first game that name the columns, in UTF-8; empty if they were not kept or not
/// recognised, nullopt if the game is not from a sheet.
std::optional<std::string> rows_above(store::Store& store, std::int64_t game, const ReadingSetup& reading);

struct ReadingSetup;

struct RetryOptions {
    std::string database;
    std::optional<std::int64_t> id = {};  ///< only this game
    bool dry_run = false;
};

/// A game of which more can now be read than before.
struct Gain {
    store::GameHeader header;
    GameRecord before, now;
};

struct RetryReport {
    std::vector<Gain> gains;
    std::uint64_t tried = 0;
    std::uint64_t several = 0;       ///< texts that now contain several games
    std::uint64_t without_text = 0;  ///< games whose text was not kept
    std::uint64_t changed = 0;       ///< games changed by another program since they were read
};

/// Reads the kept texts of incomplete and rejected games again, and replaces the games of which more can be read.
RetryReport retry_rejects(const RetryOptions& options, const ReadingSetup& reading);

/// Returns the ids of incomplete and rejected games in ascending order; with `id`, only that one. Throws UsageError if
/// it is complete or does not exist.
std::vector<std::int64_t> faulty_games(store::Store& store, std::optional<std::int64_t> id);

}  // namespace cofnod::operations
