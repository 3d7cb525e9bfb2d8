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

/// A stream that is made as it is read, from front to back: going back means starting again.
class ForwardStream : public ByteStream {
public:
    std::size_t read(char* to, std::size_t count) final;
    void seek(std::uint64_t byte) final { wanted_ = byte; }
    [[nodiscard]] std::uint64_t size() const final { return size_; }

private:
    /// Goes to the first byte; called before it is read, too.
    virtual void begin() = 0;
    /// Returns the next bytes, up to `count`; 0 at the end. Throws like read().
    virtual std::size_t next(char* to, std::size_t count) = 0;
    std::size_t pass(char* to, std::size_t count);

    bool has_begun_ = false;
    std::uint64_t at_ = 0, wanted_ = 0, size_ = 0;
};

std::unique_ptr<ByteStream> stream_of(std::string text);

}  // namespace cofnod::importers
