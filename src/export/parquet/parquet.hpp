#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/parquet/table.hpp"

namespace cofnod::parquet {

/// Appends numbers as DELTA_BINARY_PACKED of the Parquet format: blocks of 128 differences in four miniblocks, each
/// with as many bits as its largest needs beyond the smallest difference of the block. `width`: 32 or 64, the bits of
/// the column's type. Source: parquet-format, Encodings.md, "Delta Encoding".
void put_deltas(std::string& bytes, std::span<const std::int64_t> numbers, unsigned width);

/// Facts that a file states about itself, by key.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Writes a table as a Parquet file: required columns; numbers as DELTA_BINARY_PACKED, texts and blobs PLAIN, each page
/// one zstd frame with its CRC-32; lowest and highest value of each column of numbers or short texts by row group. The
/// same rows give the same bytes. Source: github.com/apache/parquet-format, README.md and parquet.thrift.
class ParquetWriter {
public:
    /// `metadata`: of the file, besides its schema. `program`: who wrote it.
    ParquetWriter(std::ostream& out, const Table& table, Metadata metadata, std::string program);
    ~ParquetWriter();
    ParquetWriter(const ParquetWriter&) = delete;
    ParquetWriter& operator=(const ParquetWriter&) = delete;

    /// Writes the rows as one row group.
    void write(const Batch& batch);
    /// Writes the schema; without it the file cannot be read.
    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

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

// Versions that the meaning of columns depends on.

/// Version of tables.def: another number if a column is removed, or means something else.
inline constexpr const char* schema_version = "1";

/// Returns the versions of the keys of positions: "chess 1, camelot 1".
std::string key_versions();
/// Returns the versions of packed moves, in the same form.
std::string packing_versions();

/// Returns what each file says of these.
Metadata metadata();

}  // namespace cofnod::parquet
