#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace cofnod::importers {

/// Bytes that can be read from front to back, repeatedly: the input of a Source.
class ByteStream {
public:
    virtual ~ByteStream() = default;

    /// Returns up to `count` bytes; 0 at the end. Throws InputError or LimitError if no more can be read.
    virtual std::size_t read(char* to, std::size_t count) = 0;
    virtual void seek(std::uint64_t byte) = 0;
    /// Returns 0 while it is not known.
    [[nodiscard]] virtual std::uint64_t size() const = 0;
};

std::unique_ptr<ByteStream> stream_of(std::string text);

}  // namespace cofnod::importers
