#pragma once

#include <string>
#include <vector>

#include "columns/table.hpp"

namespace cofnod::cluster {

struct SchemaOptions {
    std::string database = "cofnod";
    std::string cluster = {};    ///< name of a cluster in the servers' configuration; empty: one server
    bool is_replicated = false;  ///< tables of each shard have replicas; needs ClickHouse Keeper
    bool has_codecs = true;      ///< not known to servers older than 20.1
};

/// Returns the statements that create the tables on the servers.
std::vector<std::string> schema(const SchemaOptions& options);

/// Returns the statement for a table of one server under another name, for rows that are being loaded.
std::string create_stage(const std::string& database, const columns::Table& table, const std::string& name);

}  // namespace cofnod::cluster
