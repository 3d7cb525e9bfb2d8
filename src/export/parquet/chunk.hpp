#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "export/parquet/table.hpp"
#include "games/chess/replayer.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "index/extractor.hpp"
#include "notation/languages.hpp"
#include "store/game_reader.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

namespace cofnod::parquet {

/// Run of positions in a game in which a piece stays on a square, by its first and last ply.
struct Interval {
    std::uint32_t game;  ///< ordinal of the game in its chunk
    std::uint32_t first, last;
};

/// Number of combinations of piece and square: Piece::index() * 64 + Square::index().
inline constexpr std::size_t piece_square_count = std::size_t{12} * 64;

/// Intervals of a chunk by piece and square, in order of games and plies.
using Intervals = std::array<std::vector<Interval>, piece_square_count>;

/// Adds the stays of a game whose start position is `now`.
void add_stays(chess::Replayer now, std::string_view moves, std::uint32_t game, Intervals& stays);

/// Tables to write, and the partitioning of pos.
struct Choice {
    std::vector<TableId> tables;
    unsigned key_bits = 0;  ///< number of leading key bits, at most 8, by which pos is partitioned; 0: not partitioned

    [[nodiscard]] bool has(TableId table) const;
    /// Returns true if some table is computed by replaying games in add().
    [[nodiscard]] bool has_positions() const;
};

/// Facts about a chunk, stored in its row.
struct Origin {
    std::string program;        ///< "cofnod 0.2.0"
    std::string keys, packing;  ///< versions: "chess 1, camelot 1"
};

/// Data of a game apart from its header and moves.
struct Extras {
    std::string citation = {};
    std::int64_t work = 0;  ///< id of the most complete record of the same game; 0 if there is no other
    std::string pgn = {};   ///< for the table record
    /// For the table whole; `record` is in the form of store::to_bytes.
    bool is_annotated = false;
    std::string databases = {}, record = {};
};

/// Row of the table `position`, without its game.
struct PositionRow {
    std::int64_t ply;
    std::string_view move, uci, position;
    std::int64_t key;
    double clock, elapsed, evaluation;  ///< NaN: unknown
    std::int64_t mate;
};

/// Function that passes on the positions in a game's main line, with their moves as text.
using ForEachPosition =
    std::function<void(std::int64_t id, const GameRecord& record, const std::function<void(const PositionRow&)>& take)>;

/// Game to be added to a chunk.
struct SourceGame {
    const store::GameHeader& header;
    store::GameMoves moves;
    std::string_view white_person, black_person;
    std::string_view white_keys, black_keys;  ///< search keys of all their spellings, one per line
    std::string_view opening_eco, opening;
    const Extras& extras;
};

/// Rows of some games in all tables, collected in memory until they are written.
class Chunk {
public:
    explicit Chunk(Choice choice) : choice_(std::move(choice)) {}

    /// Adds a game; ids must ascend. A damaged game is added up to the damage.
    void add(const SourceGame& game);
    /// Adds a position of the game that is added next.
    void add_position(std::int64_t game, const PositionRow& row);
    [[nodiscard]] bool is_empty() const { return games_.empty(); }
    /// Returns true if its rows fill the intended memory, about 300 MB.
    [[nodiscard]] bool is_full() const;

    /// Writes all tables except `chunk`, whose row is added to `row`, and removes the games.
    void write(std::int64_t number, const Origin& origin, Sink& sink, Batch& row);

private:
    struct Game {
        store::GameHeader header;
        std::string start, moves, white_person, black_person, white_keys, black_keys, opening_eco, opening;
        Extras extras;
    };
    static constexpr std::size_t key_parts = 256;

    [[nodiscard]] std::string kinds() const;
    void write_games(std::int64_t number, Sink& sink) const;
    std::int64_t write_positions(std::int64_t number, Sink& sink);
    std::int64_t write_stays(std::int64_t number, Sink& sink) const;
    std::int64_t write_materials(std::int64_t number, Sink& sink);
    void write_boards(std::int64_t number, Sink& sink) const;
    void write_position_texts(std::int64_t number, Sink& sink) const;
    void write_records(std::int64_t number, Sink& sink) const;
    std::int64_t write_wholes(std::int64_t number, Sink& sink) const;
    [[nodiscard]] std::int64_t id(std::uint32_t ordinal) const { return games_[ordinal].header.id; }

    Choice choice_;
    std::vector<Game> games_;
    std::array<std::vector<index::Entry>, key_parts> positions_;  ///< by the first eight bits of the key
    std::vector<index::Material> materials_;
    std::vector<Batch> position_texts_;  ///< rows of `position`, one batch per row group
    Intervals stays_;
    std::size_t position_count_ = 0, text_bytes_ = 0;

    index::Extractor extractor_;
    index::Extract extract_;
    ReplayStart<ChessGame> starts_;
};

/// Reads the games of a database with all data for their rows.
class SourceReader {
public:
    /// Keeps references to the store and the choice. `base` is added to all ids.
    SourceReader(store::Store& store, const Choice& choice, std::int64_t base = 0);

    /// Returns the game with this id in the database, valid until the next call; nullopt if there is none.
    std::optional<SourceGame> read(std::int64_t id);

    using TakeRecord = std::function<void(std::int64_t id, const GameRecord& record)>;
    /// Also reads the whole record of each game and passes it to `take`.
    void take_records(TakeRecord take) { take_record_ = std::move(take); }

private:
    struct Person {
        std::string name;  ///< the player's main name
        std::string keys;  ///< search keys of all spellings, one per line
    };
    const Person& person(const std::string& name);
    void read_record(std::int64_t id);

    const Choice& choice_;
    std::int64_t base_;
    notation::Languages languages_ = notation::Languages::built_in();
    store::GameReader reader_;
    store::Citations citations_;
    std::unordered_map<std::string, std::string> known_as_;              ///< main names by alias
    std::unordered_map<std::string, std::vector<std::string>> aliases_;  ///< aliases by main name
    std::unordered_map<std::string, Person> persons_;                    ///< by spelling
    std::unordered_map<std::int64_t, std::int64_t> works_;               ///< most complete record, by record
    std::unordered_map<std::int64_t, store::OpeningRow> openings_;       ///< by id; 0: none
    TakeRecord take_record_;
    store::GameHeader header_;
    Extras extras_;
};

}  // namespace cofnod::parquet
