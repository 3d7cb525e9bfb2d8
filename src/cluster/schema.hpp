#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/parquet/table.hpp"

/// The statements of schema/clickhouse.
namespace cofnod::cluster {

using SqlValues = std::vector<std::pair<std::string_view, std::string>>;

/// Returns a section of schema/clickhouse/*.sql with its `{names}` replaced.
std::string sql(std::string_view section, const SqlValues& values = {});

/// Returns a text as a literal.
std::string text_literal(std::string_view text);
/// Returns a text as a name: of a table, a column.
std::string name_literal(std::string_view text);
/// Returns a bound of a range as a literal; those that no value reaches are cut to what all versions read.
std::string bound(std::int64_t number);
/// Returns "1, 2, 3".
std::string list_of(const std::vector<std::int64_t>& numbers);

struct SchemaOptions {
    std::string database = "cofnod";
    std::string cluster = {};    ///< name of a cluster in the servers' configuration; empty: one server
    bool is_replicated = false;  ///< tables of each shard have replicas; needs ClickHouse Keeper
    bool has_codecs = true;      ///< not known to servers older than 20.1
};

/// Returns the statements that create the tables on the servers.
std::vector<std::string> schema(const SchemaOptions& options);

/// Returns the statement for a table of one server under another name, for rows that are being loaded.
std::string create_stage(const std::string& database, const parquet::Table& table, const std::string& name);

/// Functions of ClickHouse that this program answers.
enum class Function : std::uint8_t {
    cql,       ///< cofnod_cql(script, moves, start, result): the plies at which a game matches
    first_ply  ///< cofnod_first_ply(script, moves, start): the first of them; -1: there is none
};
std::string_view name_of(Function function);

/// Answers a function until the input ends. Each chunk of rows begins with their number and a line break; rows and
/// answers are RowBinary. Throws InputError if the input breaks off, and what the script is refused with. Source:
/// ClickHouse's documentation of executable user defined functions, with send_chunk_header.
void work(Function function, std::istream& in, std::ostream& out);

/// Returns the configuration of the functions for the servers; `program`: the path of this program there.
std::string worker_configuration(const std::string& program);

}  // namespace cofnod::cluster
