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
struct EditConflict : UsageError {
    using UsageError::UsageError;
};

/// Brings the index, if the database has one, up to date after games were changed. Leaves an update that fails to the
/// next command (store::ChangeWatch): the change is stored, and searches are correct without the update.
void keep_index(store::Store& store);

// Tags set by the user, apart from those in the text of a game.

struct TagValue {
    std::string name, value;  ///< empty value: the game has no such tag
};

/// Throws UsageError unless the text is one line: UTF-8 of at most `most` bytes without control characters. `what`
/// names it in the message.
void refuse_unless_one_line(std::string_view what, std::string_view text, std::size_t most);

/// Parses "White=Tal, M.". Throws UsageError if the tag cannot be set or the value is not valid for it.
TagValue read_tag_value(const std::string& text);

/// Sets tags of a record; the tag Result also sets its result.
void set_tags(GameRecord& record, const std::vector<TagValue>& tags);

/// Formats tags as PGN, one per line; a tag that the game does not have as `[White]`.
std::string to_lines(const std::vector<TagValue>& tags);

enum class KeptTags : std::uint8_t {
    of_this_text,             ///< those set since the text was last replaced
    unless_text_has_changed,  ///< all but those for which the text has another value than when they were set
};

/// Applies to a newly read record the tags that the user has set.
void keep_set_tags(const store::Store& store, std::int64_t game, GameRecord& now,
                   KeptTags kept = KeptTags::of_this_text);

/// Keeps the tags of `before` that differ from those of `text_alone`, the text before the correction, and drops the
/// tags that are only in that text.
void keep_other_tags(const GameRecord& before, const GameRecord& text_alone, GameRecord& now);

// Corrections of stored games. Each operation changes everything or nothing, in one transaction that marks the index
// stale.

/// Options common to all corrections.
struct CorrectionOptions {
    std::string database;
    std::string made_by = {};  ///< one line of at most 255 bytes
    bool dry_run = false;
    /// Id of the last correction of the game that the user has seen; 0: none. Throws EditConflict if another has been
    /// made, or that one undone, since then. nullopt: no check.
    std::optional<std::int64_t> after = {};
};

/// A game before and after a correction.
struct CorrectedGame {
    store::Correction correction;  ///< id 0: dry run
    store::GameHeader header;      ///< before
    GameRecord before = {}, now = {};
    /// If a passage was replaced: its line of text, and a line with carets.
    std::string line_before = {}, line_now = {};
    /// If the text was replaced: corrections of the former text that the new one lacks.
    std::vector<store::Correction> not_made_again = {};
};

/// A passage in the text of a game, and its replacement.
struct Passage {
    std::string was, now;
    std::optional<std::int64_t> nth = {};  ///< which occurrence, from 1
    std::optional<std::int64_t> at = {};   ///< or the offset of its first byte in the text
};

/// Replaces a passage of the text and reads the text again. Throws UsageError if the passage is missing or ambiguous,
/// or if the new text is not exactly one game.
CorrectedGame correct_text(const CorrectionOptions& options, std::int64_t id, const Passage& passage,
                           const ReadingSetup& reading);

/// Sets tags. Throws UsageError if one is given twice.
CorrectedGame correct_tags(const CorrectionOptions& options, std::int64_t id, const std::vector<TagValue>& tags);

/// Replaces a game by the only game of a file; its id and its place in its source are kept.
CorrectedGame replace_game(const CorrectionOptions& options, std::int64_t id, const std::string& file,
                           const ReadingSetup& reading, const Host& host);

/// Replaces a game in the same way by one with more moves from its own file. Tags that were set, and corrections of
/// passages that the new text has too, are kept.
CorrectedGame replace_grown_game(const std::string& database, std::int64_t id, GameRecord record,
                                 const importers::Charset& charset, const std::string& file,
                                 const ReadingSetup& reading);

/// Games to delete: a list, or all games that match a query.
struct GamesToDelete {
    std::vector<std::int64_t> ids;
    std::optional<QueryOptions> query;  ///< used if there are no ids
};

/// Deletes games. Returns the headers that they had.
std::vector<store::GameHeader> delete_games(const CorrectionOptions& options, const GamesToDelete& games);

/// Undoes the last correction of each game or, without games, those of the last command. Returns them.
std::vector<store::Correction> undo_corrections(const CorrectionOptions& options,
                                                const std::vector<std::int64_t>& games);

}  // namespace cofnod::operations
