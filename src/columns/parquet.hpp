#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "columns/batch.hpp"

namespace cofnod::columns {

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

}  // namespace cofnod::columns
