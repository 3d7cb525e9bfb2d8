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

/// A run of positions of a game in which a piece stands on a square: the plies of the first and of the last.
struct Stay {
    std::uint32_t game;  ///< ordinal of the game in its chunk
    std::uint32_t first, last;
};

/// Number of combinations of a piece and a square: Piece::index() * 64 + Square::index().
inline constexpr std::size_t piece_square_count = std::size_t{12} * 64;

/// The stays of a chunk by piece and square, of each in the order of games and plies.
using Stays = std::array<std::vector<Stay>, piece_square_count>;

/// Adds the stays of a game, which begins at `now`.
void add_stays(chess::Replayer now, std::string_view moves, std::uint32_t game, Stays& stays);

/// The tables that are written, and the partitions of pos.
struct Choice {
    std::vector<TableId> tables;
    unsigned key_bits = 0;  ///< pos is divided by the first bits of the key, at most 8; 0: not at all

    [[nodiscard]] bool has(TableId table) const;
    /// True if a table is made of what add() replays.
    [[nodiscard]] bool has_positions() const;
};

/// Facts that a chunk states about itself in its row.
struct Origin {
    std::string program;        ///< "cofnod 0.2.0"
    std::string keys, packing;  ///< versions: "chess 1, camelot 1"
};

/// Data of a game outside its header and moves.
struct Extras {
    std::string citation = {};
    std::int64_t work = 0;  ///< id of the fullest record of the same game; 0: there is no other
    std::string pgn = {};   ///< for the table record
    /// For the table whole; `record` as store::to_bytes has it.
    bool is_annotated = false;
    std::string databases = {}, record = {};
};

/// A row of the table `position`, without its game.
struct PositionRow {
    std::int64_t ply;
    std::string_view move, uci, position;
    std::int64_t key;
    double clock, evaluation;  ///< NaN: unknown
    std::int64_t mate;
};

/// Passes on the positions of the main line of a game, with their moves as text.
using ForEachPosition =
    std::function<void(std::int64_t id, const GameRecord& record, const std::function<void(const PositionRow&)>& take)>;

/// A game to be added to a chunk.
struct SourceGame {
    const store::GameHeader& header;
    store::GameMoves moves;
    std::string_view white_person, black_person;
    std::string_view white_keys, black_keys;  ///< search keys of all their spellings, a line each
    std::string_view opening_eco, opening;
    const Extras& extras;
};

/// The rows of some games in all tables, collected in memory until they are written.
class Chunk {
public:
    explicit Chunk(Choice choice) : choice_(std::move(choice)) {}

    /// Adds a game; the ids of a chunk ascend. A damaged game is added as far as it can be read.
    void add(const SourceGame& game);
    /// Adds a position of the game that is added next.
    void add_position(std::int64_t game, const PositionRow& row);
    [[nodiscard]] bool is_empty() const { return games_.empty(); }
    /// Returns true when its rows fill the memory that is meant for them, about 300 MB.
    [[nodiscard]] bool is_full() const;

    /// Writes all tables but `chunk`, to which `row` belongs: its row is added there. Forgets the games.
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
    std::vector<Batch> position_texts_;  ///< rows of `position`, a group each
    Stays stays_;
    std::size_t position_count_ = 0, text_bytes_ = 0;

    index::Extractor extractor_;
    index::Extract extract_;
    ReplayStart<ChessGame> starts_;
};

/// Reads games of a database with all that their rows need.
class SourceReader {
public:
    /// Keeps references to store and choice. `base` is added to all ids.
    SourceReader(store::Store& store, const Choice& choice, std::int64_t base = 0);

    /// Returns the game with an id of the database, valid until the next call; nullopt if there is none.
    std::optional<SourceGame> read(std::int64_t id);

    using TakeRecord = std::function<void(std::int64_t id, const GameRecord& record)>;
    /// Reads the whole record of each game too, and passes it on.
    void take_records(TakeRecord take) { take_record_ = std::move(take); }

private:
    struct Person {
        std::string name;  ///< that the player is known by
        std::string keys;  ///< search keys of all spellings, a line each
    };
    const Person& person(const std::string& name);
    void read_record(std::int64_t id);

    const Choice& choice_;
    std::int64_t base_;
    notation::Languages languages_ = notation::Languages::built_in();
    store::GameReader reader_;
    store::Citations citations_;
    std::unordered_map<std::string, std::string> known_as_;              ///< of aliases
    std::unordered_map<std::string, std::vector<std::string>> aliases_;  ///< of the names that players are known by
    std::unordered_map<std::string, Person> persons_;                    ///< by spelling
    std::unordered_map<std::int64_t, std::int64_t> works_;               ///< the fullest record, by record
    std::unordered_map<std::int64_t, store::OpeningRow> openings_;       ///< by id; 0: none
    TakeRecord take_record_;
    store::GameHeader header_;
    Extras extras_;
};

}  // namespace cofnod::parquet
