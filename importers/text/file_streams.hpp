#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "importers/text/archive.hpp"
#include "importers/text/byte_stream.hpp"

/// Files as streams of bytes. `name`: of the file, for messages.
namespace cofnod::importers {

/// Throws the InputError for what the system could not do to a file: errno.
[[noreturn]] void throw_failed(const std::string& name, const char* doing);

/// Opens a file to be read; nullptr if it cannot be opened.
FileHandle open_to_read(const std::string& path);

/// Copies what can be read only once, the bytes of a pipe, to an unnamed temporary file.
FileHandle copy_of(std::FILE* pipe, const std::string& name);

/// Throws InputError for a directory.
std::uint64_t size_of(const FileHandle& file, const std::string& name);

/// A file as it was when it was opened: bytes appended meanwhile do not belong to it.
std::unique_ptr<ByteStream> stream_of_file(FileHandle file, const std::string& name);

/// The content of a compressed file. Going back means starting again.
std::unique_ptr<ByteStream> stream_of_compressed(FileHandle file, const std::string& name, const ArchiveLimits& limits);

/// A stream that ends in a fault.
std::unique_ptr<ByteStream> ending_in(std::exception_ptr fault, std::unique_ptr<ByteStream> bytes);

std::string all_of(ByteStream& bytes);

/// The content of a member, kept because an archive is read only once: in memory, or if it is long, in an unnamed
/// temporary file.
class KeptMember {
public:
    explicit KeptMember(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    void add(const char* data, std::size_t count);
    /// Adds what is left of the current member.
    void add_rest(ArchiveReader& archive);
    std::unique_ptr<ByteStream> take();
    FileHandle take_file();

private:
    std::string name_, text_;
    FileHandle file_;
    std::uint64_t size_ = 0;
};

}  // namespace cofnod::importers
