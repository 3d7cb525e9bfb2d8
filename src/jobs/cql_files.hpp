#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/folder.hpp"

namespace cofnod::jobs {

/// Files that a script may read and write: only those in two given folders.
class CqlFiles {
public:
    /// An empty name denies access. Throws InputError if a folder cannot be opened.
    CqlFiles(const std::string& read_folder, const std::string& write_folder);

    /// Returns the content of a file, or nullopt if it does not exist. Files are cached. Thread-safe.
    std::optional<std::string> read(const std::string& name);
    /// Creates the file with the first text, and appends the others.
    void write(const std::string& name, const std::string& text);

    [[nodiscard]] bool may_read() const { return from_.has_value(); }
    [[nodiscard]] bool may_write() const { return to_.has_value(); }

private:
    std::optional<std::string> content_of(const std::string& name) const;

    std::optional<OpenFolder> from_, to_;
    std::string read_folder_, write_folder_;
    std::mutex lock_;
    std::map<std::string, std::optional<std::string>> files_read_;
    std::size_t bytes_read_ = 0;  ///< total bytes in files_read_
    std::map<std::string, FileIdentity> files_written_;
};

}  // namespace cofnod::jobs
