#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers {

using FileHandle = std::shared_ptr<std::FILE>;

/// A limit that is the archive's fault, not that of the disk: the next file can be read all the same.
struct ArchiveLimitError : LimitError {
    using LimitError::LimitError;
};

/// Whether a file that starts so is compressed (gzip, bzip2, xz, zstd) or an archive (zip, tar, 7z).
bool is_archive(std::string_view start);

/// Unpacks a file, from front to back, member by member; nothing is ever written under the name of a member. A file
/// that is compressed but no archive has one member without a name.
class ArchiveReader {
public:
    /// `name`: of the file, for messages.
    ArchiveReader(FileHandle file, std::string name, const ArchiveLimits& limits);
    ~ArchiveReader();
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    /// Goes to the next member; false at the end. Throws InputError where the archive is damaged, ArchiveLimitError.
    bool next();
    /// "archive.zip:member.pgn", or the name of the file where its one member has none.
    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] bool is_regular() const;
    /// Compressed, but no archive.
    [[nodiscard]] bool is_single() const;

    /// Up to `count` bytes of the member; 0 at its end. Throws like next().
    std::size_t read(char* to, std::size_t count);
    /// Passes over the rest of the member.
    void skip();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::importers
