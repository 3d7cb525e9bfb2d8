#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "importers/text/archive.hpp"

namespace cofnod::importers {

/// Whether a file that starts so is compressed: gzip, bzip2, xz or zstd.
bool is_compressed(std::string_view start);

/// Whether a compressed file that starts so carries no checksum of its content, so that damage may go undetected. Only
/// the first frame or stream is looked at.
bool lacks_checksum(std::string_view start);

/// The content of a compressed file, from front to back, verified against its checksums.
class Unpacker {
public:
    /// The file starts as is_compressed() knows it.
    static std::unique_ptr<Unpacker> of(FileHandle file, const std::string& name);
    virtual ~Unpacker() = default;

    /// Up to `count` bytes; 0 at the end. Throws InputError where the file is damaged or cut short, after everything
    /// before that has been returned.
    virtual std::size_t read(char* to, std::size_t count) = 0;
};

}  // namespace cofnod::importers
