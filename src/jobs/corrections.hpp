#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "jobs/corrected_tags.hpp"
#include "jobs/host.hpp"
#include "jobs/query.hpp"
#include "jobs/reading.hpp"
#include "store/corrections.hpp"
#include "store/game_reader.hpp"

/// Corrections of the record. Each job changes everything or nothing, in one transaction that marks the index stale.
namespace cofnod::jobs {

/// Options of all of them.
struct CorrectionOptions {
    std::string database;
    std::string made_by = {};  ///< one line of at most 255 bytes
    bool dry_run = false;
    /// Id of the last correction of the game that the user has seen; 0: none. Throws Overtaken if another was made, or
    /// that one undone, since then. nullopt: whatever was done before.
    std::optional<std::int64_t> after = {};
};

/// A game before and after a correction.
struct CorrectedGame {
    store::Correction correction;  ///< id 0: of a dry run
    store::GameHeader header;      ///< before
    GameRecord before, now;
    std::string line_before, line_now;  ///< where a passage was replaced: the line of text and a caret
};

/// A passage of the text of a game, and what takes its place.
struct Passage {
    std::string was, now;
    std::optional<std::int64_t> nth = {};  ///< of several, from 1
    std::optional<std::int64_t> at = {};   ///< or its first byte in the text
};

/// Replaces a passage of the text and reads it again. Throws UsageError if the passage is not there or ambiguous, or if
/// the text then is not one game.
CorrectedGame correct_text(const CorrectionOptions& options, std::int64_t id, const Passage& passage,
                           const ReadingSetup& reading);

/// Sets tags. Throws UsageError if one is given twice.
CorrectedGame correct_tags(const CorrectionOptions& options, std::int64_t id, const std::vector<TagValue>& tags);

/// Puts the only game of a file in the place of another, which keeps its id and its place in its source.
CorrectedGame replace_game(const CorrectionOptions& options, std::int64_t id, const std::string& file,
                           const ReadingSetup& reading, const Host& host);

/// Games to delete: those of a list, or all of a query.
struct GamesToDelete {
    std::vector<std::int64_t> ids;
    std::optional<QueryOptions> query;  ///< used if there are no ids
};

/// Deletes games. Returns the headers they had.
std::vector<store::GameHeader> delete_games(const CorrectionOptions& options, const GamesToDelete& games);

/// Takes the last correction of each game back, or (no games) those of the last command. Returns them.
std::vector<store::Correction> undo_corrections(const CorrectionOptions& options,
                                                const std::vector<std::int64_t>& games);

}  // namespace cofnod::jobs
