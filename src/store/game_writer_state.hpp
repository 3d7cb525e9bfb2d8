#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/record/chess_game.hpp"
#include "games/record/openings.hpp"
#include "games/record/replay.hpp"
#include "store/full_text.hpp"
#include "store/game_writer.hpp"
#include "store/player_ids.hpp"
#include "store/record_bytes.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

/// Compact hash table from texts to ids: a lookup causes two cache misses, against five in a std::unordered_map.
class TextIds {
public:
    std::optional<std::int64_t> find(std::string_view text) const;
    /// Adds a text, which must not be in the table.
    void add(std::string_view text, std::int64_t id);
    void clear();

    /// Memory use in bytes.
    [[nodiscard]] std::size_t bytes() const { return texts_.size() + slots_.size() * sizeof(Slot); }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::int64_t id = 0;
        std::uint32_t begin = 0;  ///< offset in texts_
        std::uint32_t size = empty;
        static constexpr std::uint32_t empty = ~std::uint32_t{0};
    };
    [[nodiscard]] std::size_t place_after(std::size_t place) const { return (place + 1) & (slots_.size() - 1); }
    [[nodiscard]] std::size_t empty_place(std::uint64_t hash) const;
    void grow();

    std::string texts_;
    std::vector<Slot> slots_ = std::vector<Slot>(first_size);
    std::size_t count_ = 0;
    static constexpr std::size_t first_size = 1024;
};

/// Maps each text to its id in one table, inserting new texts; caches ids up to a bound.
class Interner {
public:
    /// `find` selects the id of a text, `insert` adds a row unless there is one.
    Interner(Connection& connection, Sql find, Sql insert);

    std::int64_t id_of(std::string_view text);

    /// Returns the number of rows inserted since the last call.
    std::int64_t take_new_count();

private:
    Connection& connection_;
    Statement find_;
    Statement insert_;
    TextIds known_;
    std::int64_t new_count_ = 0;
};

inline std::int64_t to_signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// Implementation of GameWriter.
struct GameWriter::State {
    /// Columns of table game filled from tags.
    struct TagColumns {
        std::optional<std::int64_t> event, site, date, white, black, white_elo, black_elo, round_number;
        std::string round, eco;

        void clear() {
            event = site = date = white = black = white_elo = black_elo = round_number = std::nullopt;
            round.clear();
            eco.clear();
        }
    };

    struct Form {
        std::int64_t id = 0;
        std::vector<TagColumn> columns;
        std::vector<IdTag> white_ids, black_ids;
    };

    struct Run {
        std::int64_t byte = 0, line = 0;
    };

    struct OpenSource {
        std::int64_t id = 0;
        std::uint64_t bytes = 0;
        std::uint64_t bytes_done = 0;
        std::uint64_t committed = 0;  ///< bytes_done in the database
        Counts counts;
    };

    /// Returns the number of games that earlier imports found in sources with this path.
    std::uint64_t games_of_path(std::string_view path);

    State(Store& opened, WriterOptions writer_options)
        : options(writer_options),
          store(opened),
          connection(store.connection()),
          players(connection, Sql::find_player, Sql::insert_player),
          events(connection, Sql::find_event, Sql::insert_event),
          sites(connection, Sql::find_site, Sql::insert_site) {}

    void begin();
    [[nodiscard]] bool is_time_to_commit() const;
    void begin_batch_row();
    void cite(std::int64_t source_id, std::string_view citation);
    void commit();
    void write_source_row(std::string_view state);
    void write_counts();
    void add_text(const Separator& text);
    void read_again(std::int64_t id, const SourceInfo& info);
    void count(std::string_view table, std::int64_t rows = 1);

    std::int64_t take_id();
    std::int64_t add(const GameRecord& record, std::span<const std::uint64_t> keys = {});
    Run place_again(std::int64_t id, std::int64_t byte, std::int64_t line);
    void continue_run();
    void start_run(std::int64_t id, std::int64_t byte, std::int64_t line);
    const Form& form_of(const GameRecord& record);
    Form make_form(const GameRecord& record);
    /// Returns the id of the opening that a game reaches; nullopt if it has no name. `keys`: as for add.
    std::optional<std::int64_t> opening_of(const GameRecord& record, std::span<const std::uint64_t> keys);
    void read_tags(std::int64_t id, const GameRecord& record, const Form& form);
    bool put_in_column(TagColumn column, std::string_view value, const GameRecord& record, const Form& form);
    bool put_player(std::optional<std::int64_t>& column, std::string_view name, const GameRecord& record,
                    const std::vector<IdTag>& tags, const std::vector<IdTag>& tags_of_other);
    [[nodiscard]] bool is_still(std::int64_t id, const GameRecord& before);
    void write_rows(Statement& row, std::int64_t id, const GameRecord& record,
                    std::span<const std::uint64_t> keys = {});
    void write_row(Statement& row, std::int64_t id, const GameRecord& record, const Form& form,
                   std::optional<std::int64_t> opening);
    void write_texts(std::int64_t id, const GameRecord& record);
    void write_problems(std::int64_t id, const GameRecord& record);
    void count_game(const GameRecord& record);

    WriterOptions options;
    Store& store;
    Connection& connection;
    Interner players, events, sites;
    PlayerIds player_ids{connection, players};
    std::unordered_map<const Opening*, std::int64_t> openings;  ///< ids
    ReplayStart<ChessGame> start;
    std::unordered_map<std::string, Form> forms;
    std::string form_key;
    std::string last_form_key;
    const Form* last_form = nullptr;
    ContentPacker packer;

    Statement last_game{connection, Sql::last_game};
    Statement source_bytes_done{connection, Sql::source_bytes_done};
    Statement update_source{connection, Sql::update_source};
    Statement insert_run{connection, Sql::insert_run};
    Statement find_opening{connection, Sql::find_opening};
    Statement insert_opening{connection, Sql::insert_opening};
    Statement insert_game{connection, Sql::insert_game};
    Statement insert_tag{connection, Sql::insert_tag};
    Statement insert_movetext{connection, Sql::insert_movetext};
    Statement insert_unread{connection, Sql::insert_unread};
    Statement insert_annotation{connection, Sql::insert_annotation};
    Statement insert_game_source{connection, Sql::insert_game_source};
    Statement insert_game_charset{connection, Sql::insert_game_charset};
    Statement insert_problem{connection, Sql::insert_problem};
    Statement insert_separator{connection, Sql::insert_separator};
    Statement add_to_count{connection, Sql::add_to_count};

    std::string program_version, batch_options;
    std::optional<std::int64_t> batch;
    /// Number of games by hash of the path of their source, read before the first new source is added; nullopt: no new
    /// source yet.
    std::optional<std::unordered_map<std::size_t, std::uint64_t>> games_of_paths;
    std::optional<OpenSource> source;
    std::optional<Run> run;
    TagColumns columns;
    std::string buffer;

    bool has_text_index = false;
    PendingSeparators pending_separators;
    std::int64_t last_id = 0;                  ///< last id assigned
    std::optional<std::uint64_t> next_number;  ///< set if it differs from the count of games of the source
    std::size_t pending_games = 0;
    std::size_t pending_bytes = 0;
    std::chrono::steady_clock::time_point begin_of_transaction;
    std::vector<std::pair<std::string_view, std::int64_t>> new_rows;  ///< per table, since the last commit

    std::optional<Transaction> transaction;  // last, so destroyed first
};

}  // namespace cofnod::store
