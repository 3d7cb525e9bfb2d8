#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/parquet/table.hpp"

/// SQL statements from schema/clickhouse.
namespace cofnod::cluster {

using SqlValues = std::vector<std::pair<std::string_view, std::string>>;

/// Returns a section of schema/clickhouse/*.sql with its `{names}` replaced.
std::string sql(std::string_view section, const SqlValues& values = {});
/// Returns true if schema/clickhouse/*.sql has the section.
bool has_sql(std::string_view section);

/// Returns a text as a literal.
std::string text_literal(std::string_view text);
/// Returns a text as an identifier, such as a table or column name.
std::string name_literal(std::string_view text);
/// Returns a range bound as a literal. Bounds beyond all values are clamped to what all versions can parse.
std::string bound(std::int64_t number);
/// Returns "1, 2, 3" for a list of numbers.
std::string list_of(const std::vector<std::int64_t>& numbers);

struct SchemaOptions {
    std::string database = "cofnod";
    std::string cluster = {};    ///< name of a cluster in the servers' configuration; empty for one server
    bool is_replicated = false;  ///< each shard's tables have replicas; needs ClickHouse Keeper
    bool has_codecs = true;      ///< not supported before version 20.1
};

/// Returns the statements that create the tables on the servers.
std::vector<std::string> schema(const SchemaOptions& options);

/// Returns the statement that creates a staging table on one server, with a table's columns and another name.
std::string create_stage(const std::string& database, const parquet::Table& table, const std::string& name);

/// ClickHouse functions that this program implements.
enum class Function : std::uint8_t {
    cql,       ///< cofnod_cql(script, moves, start, result): plies at which a game matches
    first_ply  ///< cofnod_first_ply(script, moves, start): the first of these plies; -1 if there is none
};
std::string_view name_of(Function function);

/// Evaluates a function until the input ends. Each chunk of rows begins with the number of rows and a newline; rows and
/// results are RowBinary. Throws InputError if the input is truncated, and the error for an invalid script. Source:
/// ClickHouse documentation, executable user defined functions, with send_chunk_header.
void work(Function function, std::istream& in, std::ostream& out);

/// Returns the servers' configuration of the functions. `program` is the path of this program there.
std::string worker_configuration(const std::string& program);

}  // namespace cofnod::cluster
