#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "importers/limits.hpp"

struct archive;

namespace cofnod::importers {

/// A limit exceeded by the archive rather than the disk: the next file can still be read.
struct ArchiveLimitError : LimitError {
    using LimitError::LimitError;
};

using FileHandle = std::shared_ptr<std::FILE>;

/// Returns true if the start of a file shows compression (gzip, bzip2, xz, zstd) or an archive (zip, tar, 7z).
bool is_archive(std::string_view start);

/// Unpacks a file from front to back, member by member; nothing is ever written under the name of a member. A file that
/// is compressed but not an archive has one unnamed member.
class ArchiveReader {
public:
    /// `name`: name of the file, for messages.
    ArchiveReader(FileHandle file, std::string name, const ArchiveLimits& limits);
    ~ArchiveReader();

    /// Moves to the next member; returns false at the end. Throws InputError if the archive is damaged, and
    /// ArchiveLimitError if a limit is exceeded.
    bool next();
    /// Returns "archive.zip:member.pgn", or the name of the file if its only member is unnamed.
    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] bool is_regular() const;
    /// Returns true if the file is compressed but not an archive.
    [[nodiscard]] bool is_single() const;

    /// Reads up to `count` bytes of the member and returns their number; 0 at its end. Throws like next().
    std::size_t read(char* to, std::size_t count);
    /// Skips the rest of the member.
    void skip();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns true if the start of a file shows compression: gzip, bzip2, xz or zstd.
bool is_compressed(std::string_view start);

/// Returns true if a compressed file with this start has no checksum of its content, so that damage may go undetected.
/// Examines only the first frame or stream.
bool lacks_checksum(std::string_view start);

/// Reads the content of a compressed file from front to back and verifies its checksums.
class Unpacker {
public:
    /// Creates an unpacker for a file for which is_compressed() is true.
    static std::unique_ptr<Unpacker> of(FileHandle file, const std::string& name);
    virtual ~Unpacker() = default;

    /// Reads up to `count` bytes and returns their number; 0 at the end. Throws InputError if the file is damaged or
    /// truncated, after returning everything before the fault.
    virtual std::size_t read(char* to, std::size_t count) = 0;
};

/// Returns libarchive's message for the last error of a handle.
std::string message_of(archive* handle);

/// Reads the next data of a member into `block`; returns libarchive's status, ARCHIVE_EOF at the end of the member.
/// archive_read_data would lose already copied data when a fault occurs.
int read_block(archive* handle, std::string_view& block);

/// Moves up to `count` bytes from the front of `block`; returns their number.
std::size_t take_front(std::string_view& block, char* to, std::size_t count);

}  // namespace cofnod::importers
