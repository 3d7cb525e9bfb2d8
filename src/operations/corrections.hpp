#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "games/record/record.hpp"
#include "operations/host.hpp"
#include "operations/query.hpp"
#include "operations/reading.hpp"
#include "store/corrections.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::operations {

/// The game was changed since the user looked at it.
struct Overtaken : UsageError {
    using UsageError::UsageError;
};

/// Brings the index up to date after games were changed, if the database has one. What fails is left to the next
/// command (store::ChangeWatch), since searches are right without it: the change is stored.
void keep_index(store::Store& store);

// Tags that people set, apart from those in the text of a game.

struct TagValue {
    std::string name, value;  ///< empty value: the game has no such tag
};

/// Throws UsageError unless the text is one line: UTF-8 of at most `most` bytes without control characters. `what`: its
/// name in the message.
void refuse_unless_one_line(std::string_view what, std::string_view text, std::size_t most);

/// Parses "White=Tal, M.". Throws UsageError where that is no tag that can be set, or no value of it.
TagValue read_tag_value(const std::string& text);

/// Sets tags of a record, and its result if Result is one of them.
void set_tags(GameRecord& record, const std::vector<TagValue>& tags);

/// Returns tags as PGN writes them, a line each; one that the game does not have as `[White]`.
std::string to_lines(const std::vector<TagValue>& tags);

/// Sets the tags of a newly read record that people have set since its text was last replaced.
void keep_set_tags(const store::Store& store, std::int64_t game, GameRecord& now);

/// Keeps the tags of `before` that are not from the text itself: where `text_alone`, the text before the correction,
/// gives another value or none; and leaves out those that only the text has.
void keep_other_tags(const GameRecord& before, const GameRecord& text_alone, GameRecord& now);

// Corrections of the record. Each job changes everything or nothing, in one transaction that marks the index stale.

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

}  // namespace cofnod::operations
