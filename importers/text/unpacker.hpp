#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "importers/text/archive.hpp"

namespace cofnod::importers {

/// Returns true if a file that starts so is compressed: gzip, bzip2, xz or zstd.
bool is_compressed(std::string_view start);

/// Returns true if a compressed file that starts so has no checksum of its content, so that damage may go undetected.
/// Examines only the first frame or stream.
bool lacks_checksum(std::string_view start);

/// Reads the content of a compressed file from front to back and verifies its checksums.
class Unpacker {
public:
    /// Requires a file for which is_compressed() is true.
    static std::unique_ptr<Unpacker> of(FileHandle file, const std::string& name);
    virtual ~Unpacker() = default;

    /// Returns up to `count` bytes; 0 at the end. Throws InputError if the file is damaged or truncated, after
    /// everything before that has been returned.
    virtual std::size_t read(char* to, std::size_t count) = 0;
};

}  // namespace cofnod::importers
