#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "columns/parquet.hpp"

namespace cofnod::columns {

/// Writes tables as the files of a folder: `pos/0001.parquet`, or `pos/bucket=3f/0001.parquet` in a partition, by the
/// number of the chunk. The files are there when end() returns.
class ParquetFolder final : public Sink {
public:
    /// A file that was written.
    struct File {
        std::string name;  ///< in the folder
        std::int64_t rows;
        std::uint64_t bytes;
    };

    ParquetFolder(std::filesystem::path folder, Metadata metadata, std::string program)
        : folder_(std::move(folder)), metadata_(std::move(metadata)), program_(std::move(program)) {}

    /// Sets the folder of the partition that all tables belong to: "year=1950", or none.
    void set_partition(std::string partition) { partition_ = std::move(partition); }

    void begin(const Table& table, std::int64_t chunk, std::string_view part) override;
    void write(const Batch& batch) override;
    /// Throws LimitError if the file could not be written.
    void end() override;

    [[nodiscard]] const std::vector<File>& files() const { return files_; }

private:
    std::filesystem::path folder_;
    Metadata metadata_;
    std::string program_, partition_;
    std::vector<File> files_;
    std::ofstream out_;
    std::optional<ParquetWriter> writer_;
};

}  // namespace cofnod::columns
