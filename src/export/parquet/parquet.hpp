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

/// Appends numbers in Parquet's DELTA_BINARY_PACKED encoding: blocks of 128 differences in four miniblocks, each with
/// the bit width of its largest excess over the block's smallest difference. `width` is 32 or 64, the bits of the
/// column's type. Source: parquet-format, Encodings.md, "Delta Encoding".
void put_deltas(std::string& bytes, std::span<const std::int64_t> numbers, unsigned width);

/// Appends which of `count` values from `first` on are known, as Parquet's definition levels of an optional column: one
/// bit each, in a bit-packed run of its hybrid of run lengths and packed bits, with the length in bytes in front.
/// Source: parquet-format, Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".
void put_levels(std::string& bytes, const std::vector<bool>& is_known, std::size_t first, std::size_t count);

/// Metadata of a file, by key.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Writes a table as a Parquet file: required or optional columns; integers as DELTA_BINARY_PACKED, all else as PLAIN;
/// each page one zstd frame with its CRC-32; minimum and maximum by row group for columns of integers and short texts.
/// The output is deterministic. Source: github.com/apache/parquet-format, README.md and parquet.thrift.
class ParquetWriter {
public:
    /// Begins a file. `metadata` is added to its schema; `program` is the name of the writer.
    ParquetWriter(std::ostream& out, const Table& table, Metadata metadata, std::string program);
    ~ParquetWriter();
    ParquetWriter(const ParquetWriter&) = delete;
    ParquetWriter& operator=(const ParquetWriter&) = delete;

    /// Writes the rows as one row group.
    void write(const Batch& batch);
    /// Writes the schema, without which the file cannot be read.
    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Writes tables as files in a folder: `pos/0001.parquet`, or `pos/bucket=3f/0001.parquet` in a partition, by chunk
/// number. The files are complete when end() returns.
class ParquetFolder final : public Sink {
public:
    /// File that was written.
    struct File {
        std::string name;  ///< relative to the folder
        std::int64_t rows;
        std::uint64_t bytes;
    };

    ParquetFolder(std::filesystem::path folder, Metadata metadata, std::string program)
        : folder_(std::move(folder)), metadata_(std::move(metadata)), program_(std::move(program)) {}

    /// Sets the partition folder of all tables, such as "year=1950"; empty for none.
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

// Versions that determine the meaning of columns.

/// Version of tables.def. Changes when a column is removed or its meaning changes.
inline constexpr const char* schema_version = "1";

/// Returns the versions of the position keys: "chess 1, camelot 1".
std::string key_versions();
/// Returns the versions of packed moves, in the same format.
std::string packing_versions();

/// Returns these versions as metadata for each file.
Metadata metadata();

}  // namespace cofnod::parquet
