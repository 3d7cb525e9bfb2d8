#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace cofnod::columns {

/// Appends numbers as DELTA_BINARY_PACKED of the Parquet format: blocks of 128 differences in four miniblocks, each
/// with as many bits as its largest needs beyond the smallest difference of the block. `width`: 32 or 64, the bits of
/// the column's type. Source: parquet-format, Encodings.md, "Delta Encoding".
void put_deltas(std::string& bytes, std::span<const std::int64_t> numbers, unsigned width);

}  // namespace cofnod::columns
