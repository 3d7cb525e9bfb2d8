#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace cofnod::importers {

/// Bytes, read from front to back, as often as wanted: what a Source is made of.
class ByteStream {
public:
    virtual ~ByteStream() = default;

    /// Up to `count` bytes; 0 at the end. Throws InputError or LimitError where no more can be had.
    virtual std::size_t read(char* to, std::size_t count) = 0;
    virtual void seek(std::uint64_t byte) = 0;
    /// 0 while it is not known.
    [[nodiscard]] virtual std::uint64_t size() const = 0;
};

std::unique_ptr<ByteStream> stream_of(std::string text);

}  // namespace cofnod::importers
