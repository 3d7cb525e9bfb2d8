#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "games/record/record.hpp"
#include "store/full_text.hpp"
#include "store/store.hpp"

namespace cofnod::store {

struct WriterOptions {
    bool keep_source = true;                ///< GameRecord::source_text; always kept for rejected games
    bool keep_san = true;                   ///< GameRecord::san
    bool index_text = true;                 ///< creates a full-text index (full_text.hpp) in a database without games
    std::size_t games_per_commit = 10'000;  ///< 0: only by commit()
};

/// Throws StoreError: the database has contradictory data about a source.
[[noreturn]] void throw_damaged_source(const std::string& database, std::string_view path);

/// Returns true if any game of the database has its moves stored as text.
bool keeps_san(Store& store);

/// Properties of a file known before it is read.
struct SourceInfo {
    std::string path;
    std::string format;
    std::string charset;
    std::uint64_t bytes = 0;
    std::string content_hash;   ///< ContentHasher; empty: unknown, so that a second import is not recognised
    std::string citation = {};  ///< bibliographic source of the file; also set for a known file
    std::string through = {};   ///< databases that it was merged from
    std::int64_t batch = 0;     ///< from copy_batch(); 0: the current batch
};

/// Import batch of another database.
struct SavedBatch {
    std::string started_at, finished_at, program_version, options;
};

/// Games by state and bytes by use, of one source.
struct Counts {
    std::uint64_t complete = 0, incomplete = 0, rejected = 0;  ///< games
    std::uint64_t game_bytes = 0, separators = 0, separator_bytes = 0;

    [[nodiscard]] std::uint64_t found() const { return complete + incomplete + rejected; }
    [[nodiscard]] std::uint64_t bytes() const { return game_bytes + separator_bytes; }
    bool operator==(const Counts&) const = default;
};

class Statement;

/// Returns the counts in the columns from `first` on: game_bytes, separators, separator_bytes, found, complete,
/// incomplete, rejected.
Counts counts_in(const Statement& row, int first);

struct SourceStart {
    enum class Kind : std::uint8_t {
        fresh,    ///< to be read from the start
        resumed,  ///< an earlier import stopped at bytes_done: to be read from there
        known,    ///< already imported: nothing to do, no end_source()
    };
    Kind kind = Kind::fresh;
    std::uint64_t bytes_done = 0;
    Counts earlier;                   ///< counts of earlier imports
    std::uint64_t games_of_path = 0;  ///< fresh only: games of earlier sources with this path and other content
    std::string copy_of = {};         ///< new file with known content: path of the file imported first
};

/// Writes games in the order of their sources, with consecutive ids:
///
///     begin_batch { begin_source { add | add_separator | commit } end_source | replace } end_batch
///
/// Games, separators and the progress of their source are committed together. Destruction rolls back what is not
/// committed, and the next import resumes after the last commit. A writer must not be used after an exception. Keeps a
/// reference to the store.
class GameWriter {
public:
    explicit GameWriter(Store& store, WriterOptions options = {});
    ~GameWriter();
    GameWriter(const GameWriter&) = delete;
    GameWriter& operator=(const GameWriter&) = delete;

    /// Begins a batch. Nothing is written until a source has new content: importing a file again changes no byte.
    void begin_batch(std::string program_version, std::string options);
    SourceStart begin_source(const SourceInfo& info);
    /// Copies the row of a batch from another database and returns its id.
    std::int64_t copy_batch(const SavedBatch& batch);
    /// Adds a game and returns its id. `keys`: keys of the positions of its main line, if known; otherwise its opening
    /// is found by replay.
    std::int64_t add(const GameRecord& record, std::span<const std::uint64_t> keys = {});
    /// Adds a game of another database under the id and number it has there. The id must be unused.
    void add_as(std::int64_t id, std::uint64_t number, const GameRecord& record);
    /// Replaces a game by a new reading of the same text, keeping its id and place in the source. Returns false and
    /// does nothing if the stored game no longer equals `before`. Call between begin_batch and end_batch, with no
    /// source open.
    [[nodiscard]] bool replace(std::int64_t id, const GameRecord& before, const GameRecord& now);
    /// Takes the write lock, so that data read from here on stays unchanged until commit().
    void lock();
    /// Returns the largest id assigned so far. Call after lock().
    [[nodiscard]] std::int64_t last_id() const;
    /// Replaces a game, keeping its id and place in the source. Call after lock(), with no source open.
    void change(std::int64_t id, GameState before, const GameRecord& now);
    /// Restores a deleted game under its id and at its place. Call after lock(), with no source open.
    void add_again(std::int64_t id, const GameRecord& record);
    /// Counts bytes between games and writes the texts in them, whose source is set here; call in source order.
    void add_separator(std::uint64_t bytes, std::span<const Separator> texts = {});
    void commit();
    /// Returns the number of bytes that are neither game nor separator; other than 0, it is an error of the importer.
    std::int64_t end_source();
    /// Ends a source whose content changed since begin_source: its length becomes the number of bytes added, its hash
    /// is cleared, and a later import does not recognise it.
    std::int64_t end_changed_source();
    /// Ends a source copied from another database with the given counts, and returns its id. Without a hash a later
    /// import does not recognise it.
    std::int64_t end_source_as(const std::string& content_hash, bool done, std::uint64_t bytes_done,
                               const Counts& counts);
    void end_batch();

private:
    struct State;
    std::unique_ptr<State> state_;
};

class Connection;

/// Deletes the rows of a game in all tables but game, and notes that its segment has it as it was. Reports the number
/// of deleted rows per table to `deleted`.
void delete_rows_of_game(Connection& connection, std::int64_t game,
                         const std::function<void(std::string_view table, std::int64_t rows)>& deleted);

}  // namespace cofnod::store
