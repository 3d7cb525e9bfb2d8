#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "export/parquet/chunk.hpp"
#include "export/parquet/parquet.hpp"
#include "store/store.hpp"

namespace cofnod::parquet {

/// Folder that appears under its name once it is complete, or not at all. Until finish(), it has a temporary name
/// beside the final one.
class NewFolder {
public:
    /// Throws UsageError if the name exists, except for an empty folder or, with `overwrite`, a folder that contains a
    /// file `mark`. Throws InputError if the folder cannot be created.
    NewFolder(std::filesystem::path path, bool overwrite, const std::filesystem::path& mark);
    /// Removes the folder unless finish() was called.
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    /// Returns the temporary folder, into which files are written.
    [[nodiscard]] const std::filesystem::path& path() const { return part_; }
    /// Renames the folder to its final name, and removes the folder that it replaces.
    void finish();

private:
    std::filesystem::path name_, part_;
};

struct ExportOptions {
    Choice choice;
    bool by_year = false;  ///< each chunk has the games of one year, in the subfolder "year=1950" of each table
    std::string program;   ///< "cofnod 0.2.0"
    ForEachPosition for_each_position = {};  ///< for the table `position`
};

struct ExportSummary {
    std::int64_t games = 0;
    std::vector<ParquetFolder::File> files{};
};

/// Function that calls its argument with the ids of the games to write, in ascending order.
using ForEachId = std::function<void(const std::function<void(std::int64_t)>&)>;

/// File that describes an export: tables, columns, files.
inline constexpr const char* schema_file = "schema.json";

/// Writes games as Parquet files into an existing folder: a file per table and chunk, then `chunk`, README.md and
/// schema.json. The output is deterministic for the same games of the same database.
ExportSummary export_parquet(store::Store& store, const ForEachId& for_each_id, const ExportOptions& options,
                             const std::filesystem::path& folder);

}  // namespace cofnod::parquet
