#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "columns/chunk.hpp"
#include "columns/parquet_folder.hpp"
#include "store/store.hpp"

namespace cofnod::columns {

struct ExportOptions {
    Choice choice;
    bool by_year = false;  ///< each chunk has the games of one year, in a folder "year=1950" of each table
    std::string program;   ///< "cofnod 0.2.0"
    ForEachPosition for_each_position = {};  ///< for the table `position`
};

struct ExportSummary {
    std::int64_t games = 0;
    std::vector<ParquetFolder::File> files{};
};

/// Calls its argument with the ids of the games to be written, ascending.
using ForEachId = std::function<void(const std::function<void(std::int64_t)>&)>;

/// The file that describes an export: tables, columns, files.
inline constexpr const char* schema_file = "schema.json";

/// Writes games as Parquet files into a folder that exists: a file for each table and chunk; `chunk`, schema.json and
/// README.md last. The same games of the same database give the same bytes.
ExportSummary export_parquet(store::Store& store, const ForEachId& for_each_id, const ExportOptions& options,
                             const std::filesystem::path& folder);

}  // namespace cofnod::columns
