#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "game/record.hpp"
#include "store/store.hpp"

namespace cofnod::store {

struct WriterOptions {
    bool keep_source = true;                ///< GameRecord::source_text; that of a rejected game is kept all the same
    bool keep_san = true;                   ///< GameRecord::san
    std::size_t games_per_commit = 10'000;  ///< 0: only when commit() is called
};

/// The StoreError of a source of which the database says what cannot be.
[[noreturn]] void throw_damaged_source(const std::string& database, std::string_view path);

/// Whether games of the database have their moves as text.
bool keeps_san(Store& store);

/// What is known of a file before it is read.
struct SourceInfo {
    std::string path;
    std::string format;
    std::string charset;
    std::uint64_t bytes = 0;
    std::string
        content_hash;  ///< ContentHasher; empty: not known, so that nothing can tell a second import from the first
    std::string citation = {};  ///< where the file was taken from, in words; given to a known source too
};

/// What became of the games and bytes of one source, or of all sources of an import.
struct Counts {
    std::uint64_t complete = 0, incomplete = 0, rejected = 0;  ///< games
    std::uint64_t game_bytes = 0, separators = 0, separator_bytes = 0;

    [[nodiscard]] std::uint64_t found() const { return complete + incomplete + rejected; }
    [[nodiscard]] std::uint64_t bytes() const { return game_bytes + separator_bytes; }
    bool operator==(const Counts&) const = default;
};

struct SourceStart {
    enum class Kind : std::uint8_t {
        fresh,    ///< read it from the start
        resumed,  ///< an earlier import stopped at bytes_done: read on from there
        known,    ///< imported already: nothing to do, and no end_source()
    };
    Kind kind = Kind::fresh;
    std::uint64_t bytes_done = 0;
    Counts earlier;  ///< what earlier imports found in it
};

struct SourceSummary {
    std::int64_t id = 0;
    Counts counts;                       ///< of the whole source, earlier imports included
    std::int64_t bytes_unaccounted = 0;  ///< neither game nor separator; anything but 0 is a fault of the importer
};

struct BatchSummary {
    std::uint64_t sources = 0, sources_known = 0;
    std::uint64_t plies = 0;
    Counts counts;  ///< added by this import
};

/// Writes games, in the order of their sources, with consecutive ids:
///
///     begin_batch { begin_source { add | add_separator | commit } end_source | replace } end_batch
///
/// Games, separators and how far their source is done are committed together; what is not committed when the writer
/// goes, by an exception or otherwise, was never there, and the next import goes on behind what was. After an
/// exception a writer is of no more use. The store must stay where it is while the writer lives.
class GameWriter {
public:
    explicit GameWriter(Store& store, WriterOptions options = {});
    ~GameWriter();
    GameWriter(const GameWriter&) = delete;
    GameWriter& operator=(const GameWriter&) = delete;

    /// Nothing is written until a source has something new: importing the same again changes no byte.
    void begin_batch(std::string program_version, std::string options);
    SourceStart begin_source(const SourceInfo& info);
    /// The id of the game.
    std::int64_t add(const GameRecord& record);
    /// A game of another database: under the id and number in its source that it has there. No game has that id.
    void add_as(std::int64_t id, std::uint64_t number, const GameRecord& record);
    /// Puts a new reading of the same text in the place of a game, under its id; where it stands in its source stays.
    /// False, and nothing is done, where the game is no longer as it was `before`. Between begin_batch and end_batch,
    /// with no source open.
    [[nodiscard]] bool replace(std::int64_t id, const GameRecord& before, const GameRecord& now);
    /// Bytes between games, reported where they stand: after the game before, before the game behind.
    void add_separator(std::uint64_t bytes);
    void commit();
    SourceSummary end_source();
    /// The same for a source that was another text than begin_source said: it is as long as what has been added, has no
    /// hash, and is not known again when it is imported.
    SourceSummary end_changed_source();
    /// The same for a source of another database, whatever has been added: these are its accounts. What has no hash is
    /// not known again when it is imported. The id of the source.
    std::int64_t end_source_as(const std::string& content_hash, bool done, std::uint64_t bytes_done,
                               const Counts& counts);
    BatchSummary end_batch();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::store
