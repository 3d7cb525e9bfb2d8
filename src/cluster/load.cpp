#include "cluster/load.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <optional>
#include <set>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/catalog.hpp"
#include "cluster/row_binary.hpp"
#include "cluster/schema.hpp"
#include "export/parquet/chunk.hpp"
#include "export/parquet/parquet.hpp"
#include "search/local_answers.hpp"
#include "store/game_cursor.hpp"
#include "store/header_filter.hpp"

namespace cofnod::cluster {

namespace {

using parquet::TableId;

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "host";
    std::string text = name.data();
    std::ranges::replace_if(
        text, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return text;
}

std::int64_t milliseconds_now() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

/// Calls `each` with the id of each game in a range.
void for_each_id(store::Store& store, std::int64_t first, std::int64_t last,
                 const std::function<void(std::int64_t)>& each) {
    store::HeaderFilter filter;
    filter.first_id = first;
    filter.last_id = last;
    store::GameCursor cursor(store, filter);
    while (const auto id = cursor.next()) each(*id);
}

/// Hashes the data of each game, so that changed chunks are detected without computing their positions.
class GamesHash {
public:
    void add(const parquet::SourceGame& game) {
        const store::GameHeader& header = game.header;
        for (const std::int64_t number :
             {header.id, static_cast<std::int64_t>(header.kind), static_cast<std::int64_t>(header.state),
              static_cast<std::int64_t>(header.result), std::int64_t{header.date ? header.date->number() : 0},
              header.white_elo.value_or(0), header.black_elo.value_or(0), static_cast<std::int64_t>(header.number),
              static_cast<std::int64_t>(header.line), game.extras.work})
            put_number(row_, number, parquet::Type::int64);
        for (const std::string_view text :
             {std::string_view(header.white), std::string_view(header.black), std::string_view(header.event),
              std::string_view(header.site), std::string_view(header.round), std::string_view(header.eco),
              std::string_view(header.notation), std::string_view(header.source), game.white_keys, game.black_keys,
              std::string_view(game.extras.citation), std::string_view(game.extras.record), game.moves.start,
              game.moves.moves})
            put_text(row_, text);
        hasher_.add(row_);
        row_.clear();
    }
    [[nodiscard]] std::string hex() const { return hasher_.hex(); }

private:
    ContentHasher hasher_;
    std::string row_;
};

class Loader {
public:
    Loader(const Address& address, store::Store& store, const LoadOptions& options)
        : address_(address), store_(store), options_(options) {
        for (const Address::Host& host : address.hosts) servers_.emplace_back(address, host);
        choice_.tables = {TableId::game, TableId::pos, TableId::stay, TableId::material, TableId::total};
        if (options.with_text) choice_.tables.push_back(TableId::whole);
    }
    ~Loader() {
        try {
            drop_stages();
        } catch (const Error&) {  // the next load drops them
        }
    }
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    LoadSummary run() {
        drop_left_stages();
        summary_.base = claim() * games_a_database;
        catalog_ = Catalog::read(servers_.front(), address_.database);
        const bool had_text = std::ranges::any_of(catalog_.chunks, [&](const ChunkRow& chunk) {
            return chunk.database == options_.name && chunk.wholes > 0;
        });
        if (had_text && !options_.with_text) choice_.tables.push_back(TableId::whole);
        std::optional<std::int64_t> chunk;
        std::vector<std::int64_t> chunks;
        for_each_id(store_, 1, games_a_database - 1, [&](std::int64_t id) {
            if (chunk == id / games_a_chunk) return;
            chunk = id / games_a_chunk;
            chunks.push_back(*chunk);
        });
        for (const std::int64_t each : chunks) load_chunk(each);
        drop_gone(chunks);
        say_what_it_contains();
        summary_.chunks = static_cast<std::int64_t>(chunks.size());
        return summary_;
    }

private:
    [[nodiscard]] std::string database() const { return address_.database; }
    [[nodiscard]] std::int64_t number_of(std::int64_t chunk) const { return summary_.base / games_a_chunk + chunk; }

    /// Returns the number of this database on the servers; claims a number for a new database.
    std::int64_t claim() {
        std::vector<std::pair<std::int64_t, std::string>> claims;
        for (Server& server : servers_) {
            const std::string answer =
                server.ask(sql("claims", {{"db", database()}, {"db_text", text_literal(database())}}));
            RowReader reader(answer, server.name());
            while (!reader.is_at_end()) {
                const std::string_view table = reader.text(), name = reader.text();
                std::int64_t number = 0;
                const std::string_view digits = table.substr(std::min(table.find('_') + 1, table.size()));
                std::from_chars(digits.data(), digits.data() + digits.size(), number);
                claims.emplace_back(number, name);
            }
        }
        std::int64_t next = 0;
        for (const auto& [number, name] : claims) {
            if (name == options_.name) return number;
            next = std::max(next, number + 1);
        }
        for (Server& server : servers_)
            server.run(
                sql("claim",
                    {{"db", database()}, {"number", std::to_string(next)}, {"name", name_literal(options_.name)}}));
        return next;
    }

    /// Drops tables left by loads on this machine that were killed.
    void drop_left_stages() {
        const std::string mine = fmt::format("stage_{}_", host_name());
        for (Server& server : servers_) {
            const std::string answer = server.ask(sql("stages", {{"db_text", text_literal(database())}}));
            RowReader reader(answer, server.name());
            while (!reader.is_at_end()) {
                const std::string_view table = reader.text();
                if (!table.starts_with(mine)) continue;
                pid_t process = 0;
                const std::string_view digits = table.substr(mine.size());
                std::from_chars(digits.data(), digits.data() + digits.size(), process);
                if (process > 0 && kill(process, 0) != 0 && errno == ESRCH)
                    server.run(sql("drop_table", {{"db", database()}, {"table", std::string(table)}}));
            }
        }
    }

    [[nodiscard]] std::string stage(const parquet::Table& table) const { return stage_ + std::string(table.name); }

    void make_stages() {
        stage_ = fmt::format("stage_{}_{}_", host_name(), getpid());
        for (Server& server : servers_)
            for (const TableId id : choice_.tables) {
                server.run(sql("drop_table", {{"db", database()}, {"table", stage(parquet::table(id))}}));
                server.run(create_stage(database(), parquet::table(id), stage(parquet::table(id))));
            }
    }
    void drop_stages() {
        if (stage_.empty()) return;
        for (Server& server : servers_)
            for (const TableId id : choice_.tables)
                server.run(sql("drop_table", {{"db", database()}, {"table", stage(parquet::table(id))}}));
        stage_.clear();
    }

    void load_chunk(std::int64_t chunk) {
        if (is_loaded(chunk)) return;
        make_stages();
        ChunkRow row = fill_stages(chunk);
        add_up(row);
        count_stages(row);
        replace_partitions(row);
        row.loaded = milliseconds_now();
        insert(row);
        drop_stages();
        ++summary_.loaded;
    }

    void for_each_game(std::int64_t chunk, const std::function<void(const parquet::SourceGame&)>& each) {
        parquet::SourceReader reader(store_, choice_, summary_.base);
        std::int64_t games = 0;
        for_each_id(store_, std::max<std::int64_t>(chunk * games_a_chunk, 1), (chunk + 1) * games_a_chunk - 1,
                    [&](std::int64_t id) {
                        if (options_.progress) options_.progress(summary_.games + ++games);
                        if (const auto game = reader.read(id)) each(*game);
                    });
    }

    /// Returns true if the servers have an up-to-date copy of a chunk.
    bool is_loaded(std::int64_t chunk) {
        const ChunkRow* const there = catalog_.find(number_of(chunk));
        if (!there || there->games == 0) return false;
        if (there->database != options_.name)
            throw StoreError(tr("chunk {} belongs to {}", there->number, there->database),
                             tr("name the servers in the order in which they were named before"));
        const bool is_of_this_version = there->schema == parquet::schema_version &&
                                        there->keys == parquet::key_versions() &&
                                        there->packing == parquet::packing_versions();
        const bool has_texts = there->wholes == there->games;
        if (!is_of_this_version || has_texts != choice_.has(TableId::whole) || !catalog_.is_whole(*there)) return false;
        GamesHash hash;
        std::int64_t games = 0;
        for_each_game(chunk, [&](const parquet::SourceGame& game) {
            hash.add(game);
            ++games;
        });
        if (games != there->games || hash.hex() != there->hash) return false;
        summary_.games += games;
        return true;
    }

    ChunkRow fill_stages(std::int64_t chunk) {
        RowBinarySink sink(
            servers_.size(), [this](const parquet::Table& table, std::size_t shard, std::string_view rows) {
                servers_[shard].insert(sql("insert", {{"db", database()}, {"table", stage(table)}}), rows);
            });
        const parquet::Origin origin{options_.program, parquet::key_versions(), parquet::packing_versions()};
        parquet::Chunk rows(choice_);
        parquet::Batch counts(parquet::table(TableId::chunk));
        GamesHash hash;
        std::set<GameKind> kinds;
        for_each_game(chunk, [&](const parquet::SourceGame& game) {
            hash.add(game);
            kinds.insert(game.header.kind);
            rows.add(game);
            if (rows.is_full()) rows.write(number_of(chunk), origin, sink, counts);
        });
        if (!rows.is_empty()) rows.write(number_of(chunk), origin, sink, counts);

        ChunkRow row = sum_of(counts);
        row.number = number_of(chunk);
        row.program = options_.program;
        row.keys = origin.keys;
        row.packing = origin.packing;
        row.schema = parquet::schema_version;
        row.database = options_.name;
        row.hash = hash.hex();
        for (const GameKind kind : kinds) row.kinds.append(row.kinds.empty() ? "" : ", ").append(name_of(kind));
        summary_.games += row.games;
        return row;
    }

    /// Returns the total counts of the parts in which a chunk was written.
    static ChunkRow sum_of(const parquet::Batch& parts) {
        const auto column = [&](std::string_view name) -> const std::vector<std::int64_t>& {
            const auto& columns = parts.table().columns;
            const auto found = std::ranges::find(columns, name, &parquet::Column::name);
            return parts.column(static_cast<std::size_t>(found - columns.begin())).numbers;
        };
        const auto sum = [&](std::string_view name) {
            std::int64_t all = 0;
            for (const std::int64_t number : column(name)) all += number;
            return all;
        };
        ChunkRow row;
        row.first = column("first").front();
        row.last = column("last").back();
        row.games = sum("games");
        row.positions = sum("positions");
        row.stays = sum("stays");
        row.materials = sum("materials");
        row.wholes = sum("wholes");
        return row;
    }

    /// Fills the staging tables for the table total from the others, for the same positions on all shards.
    void add_up(ChunkRow& row) {
        const std::string keys = list_of(popular_keys());
        if (keys.empty()) return;
        for (Server& server : servers_)
            server.run(sql("insert_totals", {{"db", database()},
                                             {"total", stage(parquet::table(TableId::total))},
                                             {"pos", stage(parquet::table(TableId::pos))},
                                             {"game", stage(parquet::table(TableId::game))},
                                             {"chunk", std::to_string(row.number)},
                                             {"keys", keys}}));
        row.totals = staged_rows(parquet::table(TableId::total));
    }

    /// Returns the keys of positions that occur in about 512 games or more on the first shard, at most as many as a
    /// statement may list. For rarer positions, summing up games at query time is just as fast.
    std::vector<std::int64_t> popular_keys() {
        constexpr int sampled = 16, least_of_sample = 32, most = 4096;
        Server& server = servers_.front();
        const std::string answer = server.ask(sql("popular", {{"db", database()},
                                                              {"pos", stage(parquet::table(TableId::pos))},
                                                              {"sampled", std::to_string(sampled)},
                                                              {"least", std::to_string(least_of_sample)},
                                                              {"most", std::to_string(most)}}));
        std::vector<std::int64_t> keys;
        for (RowReader reader(answer, server.name()); !reader.is_at_end();) keys.push_back(reader.int64());
        return keys;
    }

    /// Returns the number of rows in this load's staging tables on all servers.
    std::int64_t staged_rows(const parquet::Table& table) {
        std::int64_t rows = 0;
        for (Server& server : servers_) {
            const std::string answer = server.ask(sql("count_rows", {{"db", database()}, {"table", stage(table)}}));
            rows += RowReader(answer, server.name()).int64();
        }
        return rows;
    }

    void count_stages(const ChunkRow& row) {
        for (const TableId id : choice_.tables) {
            const parquet::Table& table = parquet::table(id);
            const std::int64_t rows = staged_rows(table);
            if (rows != rows_of(row, table.name))
                throw StoreError(tr("{} of {} rows of {} arrived", rows, rows_of(row, table.name), table.name),
                                 tr("load again"));
        }
    }

    void replace_partitions(const ChunkRow& row) {
        const std::string partition = std::to_string(row.number);
        for (Server& server : servers_)
            for (const TableId id : counted_tables) {
                const parquet::Table& table = parquet::table(id);
                const bool is_staged = choice_.has(id);
                server.run(sql(is_staged ? "replace_partition" : "drop_partition",
                               {{"db", database()},
                                {"table", std::string(table.name)},
                                {"partition", partition},
                                {"stage", is_staged ? stage(table) : ""}}));
            }
        const Catalog now = Catalog::read(servers_.front(), database());
        if (!now.is_whole(row))
            throw StoreError(
                tr("chunk {} is incomplete on the servers", row.number),
                tr("name one server of each shard of the cluster, and no other; if another load is running, "
                   "run this again"));
    }

    void insert(const ChunkRow& row) {
        std::string bytes;
        put_number(bytes, row.number, parquet::Type::int32);
        for (const std::int64_t number :
             {row.first, row.last, row.games, row.positions, row.stays, row.materials, row.wholes, row.totals})
            put_number(bytes, number, parquet::Type::int64);
        for (const std::string* const text :
             {&row.program, &row.keys, &row.packing, &row.schema, &row.database, &row.hash, &row.kinds})
            put_text(bytes, *text);
        put_number(bytes, row.loaded, parquet::Type::int64);
        servers_.front().insert(sql("insert", {{"db", database()}, {"table", "chunk"}}), bytes);
    }

    /// Writes the facts about the database, for its current chunks.
    void say_what_it_contains() {
        constexpr std::int64_t all_openings = 1'000'000;
        Server& server = servers_.front();
        const store::Summary summary = store::summary(store_, search::visit_numbers(store_), all_openings);
        const About about{summary, options_.name, state_of(Catalog::read(server, database()), options_.name),
                          summary_.base};
        const std::string there =
            server.ask(sql("about_hash", {{"db", database()}, {"state", text_literal(about.state)}}));
        if (!there.empty() && RowReader(there, server.name()).text() == about.hash()) return;
        server.insert(sql("insert", {{"db", database()}, {"table", "about"}}), about.rows(milliseconds_now()));
    }

    /// Drops chunks of this database that no longer have games.
    void drop_gone(const std::vector<std::int64_t>& chunks) {
        for (const ChunkRow& there : catalog_.chunks) {
            const bool is_here =
                std::ranges::any_of(chunks, [&](auto each) { return number_of(each) == there.number; });
            if (is_here || there.games == 0 || there.database != options_.name) continue;
            ChunkRow gone = there;
            gone.games = gone.positions = gone.stays = gone.materials = gone.wholes = gone.totals = 0;
            gone.loaded = there.loaded + 1;
            insert(gone);
            for (Server& server : servers_)
                for (const TableId id : counted_tables)
                    server.run(sql("drop_partition", {{"db", database()},
                                                      {"table", std::string(parquet::table(id).name)},
                                                      {"partition", std::to_string(gone.number)}}));
            ++summary_.dropped;
        }
    }

    const Address& address_;
    store::Store& store_;
    const LoadOptions& options_;
    std::vector<Server> servers_;
    parquet::Choice choice_;
    Catalog catalog_;
    LoadSummary summary_;
    std::string stage_;  ///< name prefix of this load's staging tables; empty if there are none
};

}  // namespace

LoadSummary load(const Address& address, store::Store& store, const LoadOptions& options) {
    return Loader(address, store, options).run();
}

}  // namespace cofnod::cluster
