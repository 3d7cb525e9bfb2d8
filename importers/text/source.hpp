#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "importers/text/page_map.hpp"

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

namespace cofnod {

class ContentHasher;

}  // namespace cofnod

namespace cofnod::importers {

namespace databases {
class BaseFiles;
}

/// One text to import, read from front to back: a file, or a member of an archive. Created by containers.
class Source {
public:
    /// `pages`: where the words of a text stand that was read from pages.
    Source(std::string name, std::unique_ptr<ByteStream> bytes, std::shared_ptr<const PageMap> pages = nullptr);
    ~Source();
    Source(Source&&) noexcept;
    Source& operator=(Source&&) noexcept;
    /// A text in memory; for tests and for `convert`.
    static Source of_text(std::string name, std::string text);
    /// A text that comes from pictures, of which no more is known: any of its signs may be others.
    static Source of_recognised_text(std::string name, std::string text);
    /// A database of another program: the bytes of its files, those of its index first.
    static Source of_base(std::shared_ptr<const databases::BaseFiles> files);

    /// Returns "archif.pgn", "archif.zip:1931.pgn" or "standard input".
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Returns the files of a database of another program; nullptr for a text.
    [[nodiscard]] const std::shared_ptr<const databases::BaseFiles>& base() const { return base_; }
    /// Returns the places of its words on pages; nullptr for a text that has none.
    [[nodiscard]] const std::shared_ptr<const PageMap>& pages() const { return pages_; }
    /// Returns the bytes of the unpacked text; 0 for a compressed file until it has been read to its end.
    [[nodiscard]] std::uint64_t size() const { return bytes_->size(); }
    /// Returns the XXH3-128 of the whole unpacked text, 32 hex digits; reads all of it once and returns to the start.
    std::string content_hash();
    /// Returns true if the text read since, from beginning to end, was different: the file has been written to.
    [[nodiscard]] bool has_changed() const;

    /// Appends up to `count` bytes to the buffer; returns their number, 0 at the end or where a fault ends the source
    /// early.
    std::size_t read(std::string& buffer, std::size_t count);
    /// Reads the rest, for has_changed() alone.
    void pass_by_rest();
    /// Moves to a byte. In a compressed file this reads everything before it.
    void seek(std::uint64_t byte);
    /// Throws the InputError or LimitError that ended the source early, if any.
    void throw_fault() const;
    /// Throws the error that ended the source early when content_hash() read it.
    void throw_fault_of_hash() const;

private:
    std::size_t read(char* to, std::size_t count);

    std::string name_;
    std::unique_ptr<ByteStream> bytes_;
    std::shared_ptr<const databases::BaseFiles> base_;
    std::shared_ptr<const PageMap> pages_;
    std::exception_ptr fault_, fault_of_hash_;
    std::string content_hash_;
    std::unique_ptr<ContentHasher> hasher_;  ///< of what is read from the beginning, only if it is compared
    bool at_end_ = false;
};

}  // namespace cofnod::importers
