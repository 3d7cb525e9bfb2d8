#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers {

namespace databases {
class BaseFiles;
}

/// Bytes that can be read from front to back, repeatedly: the input of a Source.
class ByteStream {
public:
    virtual ~ByteStream() = default;

    /// Reads up to `count` bytes and returns their number; 0 at the end. Throws InputError or LimitError if no more can
    /// be read.
    virtual std::size_t read(char* to, std::size_t count) = 0;
    virtual void seek(std::uint64_t byte) = 0;
    /// Returns the size; 0 while it is unknown.
    [[nodiscard]] virtual std::uint64_t size() const = 0;
};

/// A stream that is generated as it is read, from front to back: seeking backwards restarts it.
class ForwardStream : public ByteStream {
public:
    std::size_t read(char* to, std::size_t count) final;
    void seek(std::uint64_t byte) final { wanted_ = byte; }
    [[nodiscard]] std::uint64_t size() const final { return size_; }

private:
    /// Moves to the first byte; also called before the first read.
    virtual void begin() = 0;
    /// Reads up to `count` of the next bytes and returns their number; 0 at the end. Throws like read().
    virtual std::size_t next(char* to, std::size_t count) = 0;
    std::size_t pass(char* to, std::size_t count);

    bool has_begun_ = false;
    std::uint64_t at_ = 0, wanted_ = 0, size_ = 0;
};

std::unique_ptr<ByteStream> stream_of(std::string text);

/// One text to import, read from front to back: a file, or a member of an archive. Created by containers.
class Source {
public:
    /// `pages`: the places of the words of a text that was read from pages.
    Source(std::string name, std::unique_ptr<ByteStream> bytes, std::shared_ptr<const PageMap> pages = nullptr);
    /// Returns a source for a text in memory.
    static Source of_text(std::string name, std::string text);
    /// Returns a source for a text that comes from pictures, without further data: any of its signs may be misread.
    static Source of_recognised_text(std::string name, std::string text);
    /// Returns a source for a database of another program: the bytes of its files, those of its index first.
    static Source of_base(std::shared_ptr<const databases::BaseFiles> files);

    /// Returns "archif.pgn", "archif.zip:1931.pgn" or "standard input".
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Returns the files of a database of another program; nullptr for a text.
    [[nodiscard]] const std::shared_ptr<const databases::BaseFiles>& base() const { return base_; }
    /// Returns the places of the text's words on pages; nullptr: it has none.
    [[nodiscard]] const std::shared_ptr<const PageMap>& pages() const { return pages_; }
    /// Returns the size of the unpacked text; 0 for a compressed file until it has been read to its end.
    [[nodiscard]] std::uint64_t size() const { return bytes_->size(); }
    /// Returns the XXH3-128 of the whole unpacked text, 32 hex digits; reads all of it once and goes back to the start.
    std::string content_hash();
    /// Returns the content_hash() of a source that has only the first bytes of this one; goes back to the start.
    std::string hash_of_first(std::uint64_t bytes);
    /// Returns true if the text read in full since content_hash() was different: the file has been modified.
    [[nodiscard]] bool has_changed() const;

    /// Appends up to `count` bytes to the buffer; returns their number, 0 at the end or at a fault that ends the source
    /// early.
    std::size_t read(std::string& buffer, std::size_t count);
    /// Reads and discards the rest, so that has_changed() can compare it.
    void pass_by_rest();
    /// Moves to a byte. In a compressed file this reads everything before it.
    void seek(std::uint64_t byte);
    /// Throws the InputError or LimitError that ended the source early, if any.
    void throw_fault() const;
    /// Throws the InputError or LimitError that ended the source early in content_hash(), if any.
    void throw_fault_of_hash() const;

private:
    std::size_t read(char* to, std::size_t count);

    std::string name_;
    std::unique_ptr<ByteStream> bytes_;
    std::shared_ptr<const databases::BaseFiles> base_;
    std::shared_ptr<const PageMap> pages_;
    std::exception_ptr fault_, fault_of_hash_;
    std::string content_hash_;
    std::unique_ptr<ContentHasher> hasher_;  ///< for bytes read from the start, only if they are compared
    bool at_end_ = false;
};

}  // namespace cofnod::importers
