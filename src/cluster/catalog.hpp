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

/// Ids of a chunk begin at a multiple of this number; so does the partition of each table that holds it.
inline constexpr std::int64_t games_a_chunk = std::int64_t{1} << 24;
/// Ids of the databases of a cluster begin at multiples of this number.
inline constexpr std::int64_t games_a_database = std::int64_t{1} << 40;

/// A row of the table chunk.
struct ChunkRow {
    std::int64_t number = 0, first = 0, last = 0, games = 0, positions = 0, stays = 0, materials = 0, wholes = 0,
                 totals = 0;
    std::string program, keys, packing, schema, database, hash, kinds;
    std::int64_t loaded = 0;

    bool operator==(const ChunkRow&) const = default;
};

/// Number of rows, by table and chunk.
using RowCounts = std::map<std::pair<std::string, std::int64_t>, std::int64_t, std::less<>>;

/// The games on the servers: the chunks that were loaded to their end, the newest row of each.
struct Catalog {
    std::vector<ChunkRow> chunks;  ///< by number; those without games are gone
    RowCounts rows;                ///< that all shards have together

    /// Reads it from a server. Throws StoreError if a shard does not answer or the tables are not there.
    static Catalog read(Server& server, const std::string& database);
    static RowCounts read_rows(Server& server, const std::string& database);

    /// Throws StoreError unless the shards have all rows of all chunks, of the versions that this program knows.
    void check(const std::string& server, const std::string& database) const;
    /// Returns true if the rows of a chunk are all there.
    [[nodiscard]] bool is_whole(const ChunkRow& chunk) const;
    [[nodiscard]] const ChunkRow* find(std::int64_t number) const;
    /// Returns the number of games of all chunks.
    [[nodiscard]] std::int64_t games() const;
    /// Returns how many ids of chunks lie behind `after`, up to `last`.
    [[nodiscard]] std::int64_t ids_between(std::int64_t after, std::int64_t last) const;
    /// Returns the id so many ids of chunks behind `after`, at most the last one; nullopt: there are none behind it.
    [[nodiscard]] std::optional<std::int64_t> id_behind(std::int64_t after, std::int64_t ids) const;
    [[nodiscard]] std::vector<GameKind> kinds() const;
    /// Returns the number of databases that the games are from.
    [[nodiscard]] std::size_t databases() const;
    /// Returns true if every game has a row in the table whole.
    [[nodiscard]] bool has_wholes() const;
    /// Returns a condition on ids, to be joined by AND, that leaves out what was not loaded to its end; empty if there
    /// is nothing of that kind.
    [[nodiscard]] std::string condition() const;
};

/// Returns the rows that a chunk has in a table, by the table's name; 0 for tables that are not counted.
std::int64_t rows_of(const ChunkRow& chunk, std::string_view table);
/// Names of the tables whose rows are counted.
inline constexpr parquet::TableId counted_tables[] = {parquet::TableId::game,  parquet::TableId::pos,
                                                      parquet::TableId::stay,  parquet::TableId::material,
                                                      parquet::TableId::whole, parquet::TableId::total};

/// Returns the hash of the chunks of a database, which its rows of the table about name.
std::string state_of(const Catalog& catalog, std::string_view database);

/// Facts that a database states about itself.
struct About {
    const store::Summary& summary;
    std::string database, state;
    std::int64_t base = 0;  ///< what is added to ids

    /// Returns its rows of the table about, in the format RowBinary. `loaded`: now.
    [[nodiscard]] std::string rows(std::int64_t loaded) const;
    /// Returns the hash that one of these rows has.
    [[nodiscard]] std::string hash() const;
};

/// Reads what the databases of a catalog say of themselves, all of them as one, without the players of most games.
/// Throws StoreError if one does not.
store::Summary read_about(Server& server, const std::string& database, const Catalog& catalog);

}  // namespace cofnod::cluster
