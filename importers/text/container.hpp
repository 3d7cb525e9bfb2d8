#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/text/archive.hpp"
#include "importers/text/source.hpp"

/// Files as streams of bytes. `name`: name of the file, for messages.
namespace cofnod::importers {

/// Throws an InputError for an operation on a file that failed with errno.
[[noreturn]] void throw_failed(const std::string& name, const char* doing);

/// Opens a file for reading; nullptr if it cannot be opened.
FileHandle open_to_read(const std::string& path);

/// Copies input that can be read only once, such as a pipe, to an unnamed temporary file.
FileHandle copy_of(std::FILE* pipe, const std::string& name);

/// Returns the size of a file. Throws InputError for a directory.
std::uint64_t size_of(const FileHandle& file, const std::string& name);

/// Returns the content of a file at the time of the call: bytes appended later are ignored.
std::unique_ptr<ByteStream> stream_of_file(FileHandle file, const std::string& name);

/// Returns the content of a compressed file. Seeking backwards restarts decompression.
std::unique_ptr<ByteStream> stream_of_compressed(FileHandle file, const std::string& name, const ArchiveLimits& limits);

/// Returns a stream that ends in a fault.
std::unique_ptr<ByteStream> ending_in(std::exception_ptr fault, std::unique_ptr<ByteStream> bytes);

std::string all_of(ByteStream& bytes);

/// The content of an archive member, kept because an archive is read only once: in memory, or in an unnamed temporary
/// file if it is long.
class KeptMember {
public:
    explicit KeptMember(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    void add(const char* data, std::size_t count);
    /// Adds the rest of the current member.
    void add_rest(ArchiveReader& archive);
    std::unique_ptr<ByteStream> take();
    FileHandle take_file();

private:
    std::string name_, text_;
    FileHandle file_;
    std::uint64_t size_ = 0;
};

/// Throws InputError, naming the actual type, if the start of a source is not text: a database, an image, a program.
void refuse_what_is_not_text(std::string_view start, std::string_view name);

/// Returns true if a source with this start may be text, in any character set.
bool is_text(std::string_view start);

/// A file on disk, or standard input, and the sources in it: one, or the members of an archive. Its type is determined
/// by content, and by name only for some databases and images.
class Container {
public:
    /// Opens a file; `-` is standard input. A pipe is first copied to an unnamed temporary file, so that its content
    /// can be hashed like that of any file. Throws InputError if the file does not exist, is a directory, cannot be
    /// read or is damaged.
    static Container open(const std::string& path, const ArchiveLimits& limits = {});

    Container(Container&&) noexcept;
    Container& operator=(Container&&) noexcept;
    ~Container();

    /// Returns the next source; nullopt at the end. Read each source before requesting the next. Throws InputError and
    /// ArchiveLimitError if an archive cannot be read further.
    std::optional<Source> next();

    [[nodiscard]] const std::string& name() const;
    /// Skipped members: folders, links and files that are not text.
    struct Skipped {
        std::uint64_t folders = 0, not_text = 0;
        std::vector<std::string> names;  ///< names in the archive of the first non-text files
        static constexpr std::size_t most_names = 1000;
    };
    [[nodiscard]] const Skipped& skipped() const;
    /// Returns true if the file is compressed without a checksum of its content, so that damage may go undetected.
    [[nodiscard]] bool lacks_checksum() const;

private:
    struct State;
    explicit Container(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::importers
