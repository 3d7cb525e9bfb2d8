#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cluster/server.hpp"
#include "export/parquet/table.hpp"
#include "games/record/with_game.hpp"
#include "store/statistics.hpp"

namespace cofnod::cluster {

/// Number of ids in a chunk. Chunks, and the table partitions that hold them, begin at multiples of it.
inline constexpr std::int64_t games_a_chunk = std::int64_t{1} << 24;
/// Number of ids reserved for each database in a cluster; ids begin at multiples of it.
inline constexpr std::int64_t games_a_database = std::int64_t{1} << 40;

/// Row of the table chunk.
struct ChunkRow {
    std::int64_t number = 0, first = 0, last = 0, games = 0, positions = 0, stays = 0, materials = 0, wholes = 0,
                 totals = 0;
    std::string program, keys, packing, schema, database, hash, kinds;
    std::int64_t loaded = 0;

    bool operator==(const ChunkRow&) const = default;
};

/// Number of rows, by table and chunk.
using RowCounts = std::map<std::pair<std::string, std::int64_t>, std::int64_t, std::less<>>;

/// Catalog of the completely loaded chunks on the servers, with the newest row of each.
struct Catalog {
    std::vector<ChunkRow> chunks;  ///< by number; those without games were dropped
    RowCounts rows;                ///< total over all shards

    /// Reads the catalog from a server. Throws StoreError if a shard does not answer or the tables do not exist.
    static Catalog read(Server& server, const std::string& database);
    static RowCounts read_rows(Server& server, const std::string& database);

    /// Throws StoreError unless the shards have all rows of all chunks, in versions that this program supports.
    void check(const std::string& server, const std::string& database) const;
    /// Returns true if all rows of a chunk are there.
    [[nodiscard]] bool is_whole(const ChunkRow& chunk) const;
    [[nodiscard]] const ChunkRow* find(std::int64_t number) const;
    /// Returns the number of games in all chunks.
    [[nodiscard]] std::int64_t games() const;
    /// Returns the number of ids in chunks that are greater than `after` and at most `last`.
    [[nodiscard]] std::int64_t ids_between(std::int64_t after, std::int64_t last) const;
    /// Returns the id that many ids of chunks after `after`, or the last one if there are fewer; nullopt if there are
    /// none.
    [[nodiscard]] std::optional<std::int64_t> id_behind(std::int64_t after, std::int64_t ids) const;
    [[nodiscard]] std::vector<GameKind> kinds() const;
    /// Returns the number of databases that the games come from.
    [[nodiscard]] std::size_t databases() const;
    /// Returns true if every game has a row in the table whole.
    [[nodiscard]] bool has_wholes() const;
    /// Returns a condition on ids, to be joined by AND, that excludes incomplete and dropped chunks; empty if there are
    /// none.
    [[nodiscard]] std::string condition() const;
};

/// Returns the number of rows that a chunk has in a table, by table name; 0 for tables that are not counted.
std::int64_t rows_of(const ChunkRow& chunk, std::string_view table);
/// Tables whose rows are counted.
inline constexpr parquet::TableId counted_tables[] = {parquet::TableId::game,  parquet::TableId::pos,
                                                      parquet::TableId::stay,  parquet::TableId::material,
                                                      parquet::TableId::whole, parquet::TableId::total};

/// Returns the hash of a database's chunks, to which its rows in the table about refer.
std::string state_of(const Catalog& catalog, std::string_view database);

/// Facts about a database.
struct About {
    const store::Summary& summary;
    std::string database, state;
    std::int64_t base = 0;  ///< added to its ids

    /// Returns the rows for the table about in RowBinary format. `loaded` is the current time.
    [[nodiscard]] std::string rows(std::int64_t loaded) const;
    /// Returns the hash of these rows.
    [[nodiscard]] std::string hash() const;
};

/// Reads the facts about all databases of a catalog and combines them into one summary, without the most frequent
/// players. Throws StoreError if a database has none.
store::Summary read_about(Server& server, const std::string& database, const Catalog& catalog);

}  // namespace cofnod::cluster
