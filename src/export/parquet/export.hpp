#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "export/parquet/chunk.hpp"
#include "export/parquet/parquet.hpp"
#include "store/store.hpp"

namespace cofnod::parquet {

/// A folder that appears whole, under its name, or not at all. Until finish() it has another name beside it.
class NewFolder {
public:
    /// Throws UsageError if there is something by that name: other than an empty folder, or, with `overwrite`, a folder
    /// that has a file `mark`. Throws InputError if it cannot be made.
    NewFolder(std::filesystem::path path, bool overwrite, const std::filesystem::path& mark);
    /// Removes the folder unless finish() was called.
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    /// The folder that the files are written into.
    [[nodiscard]] const std::filesystem::path& path() const { return part_; }
    /// Gives the folder its name, and removes the one that it replaces.
    void finish();

private:
    std::filesystem::path name_, part_;
};

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

}  // namespace cofnod::parquet
