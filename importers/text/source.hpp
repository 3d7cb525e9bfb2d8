#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "importers/text/byte_stream.hpp"

namespace cofnod {
class ContentHasher;
}

namespace cofnod::importers {

/// One text to import, read from front to back: a file, or a member of an archive. Containers make them.
class Source {
public:
    Source(std::string name, std::unique_ptr<ByteStream> bytes);
    ~Source();
    Source(Source&&) noexcept;
    Source& operator=(Source&&) noexcept;
    /// Text that is already here; for tests and for `convert`.
    static Source of_text(std::string name, std::string text);

    /// "archif.pgn", "archif.zip:1931.pgn", "standard input".
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Bytes of the text, unpacked. Of a compressed file it is 0 until it has been read to its end.
    [[nodiscard]] std::uint64_t size() const { return bytes_->size(); }
    /// XXH3-128 of the whole text, 32 hex digits, however it is packed; reads it all once and goes back to the start.
    std::string content_hash();
    /// Whether what has been read since, from beginning to end, was another text: somebody has written to the file.
    [[nodiscard]] bool has_changed() const;

    /// Appends up to `count` bytes to the buffer; returns how many, 0 at the end, or where a fault ends the source
    /// early.
    std::size_t read(std::string& buffer, std::size_t count);
    /// In a compressed file this reads all that comes before.
    void seek(std::uint64_t byte);
    /// Throws the InputError or LimitError that ended the source early, if one has.
    void throw_fault() const;
    /// The same for the whole text, as content_hash() has read it.
    void throw_fault_of_hash() const;

private:
    std::string name_;
    std::unique_ptr<ByteStream> bytes_;
    std::exception_ptr fault_, fault_of_hash_;
    std::string content_hash_;
    std::unique_ptr<ContentHasher> hasher_;  ///< of what is read; from its beginning, and only where it is compared
    bool at_end_ = false;
};

}  // namespace cofnod::importers
