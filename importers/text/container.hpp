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

/// Throws InputError, naming the actual type, for a source that starts so: a database, an image, a program.
void refuse_what_is_not_text(std::string_view start, std::string_view name);

/// Returns true if a source that starts so may be text, in whatever character set.
bool is_text(std::string_view start);

/// A file on disk, or standard input, and the sources in it: one, or the members of an archive. Its type is determined
/// by content, not by name.
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
        std::vector<std::string> names;  ///< names in the archive of the first files that are not text
        static constexpr std::size_t most_names = 1000;
    };
    [[nodiscard]] const Skipped& skipped() const;
    /// True if the file is compressed without a checksum of its content: damage may go undetected.
    [[nodiscard]] bool lacks_checksum() const;

private:
    struct State;
    explicit Container(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::importers
