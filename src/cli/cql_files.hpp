#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/folder.hpp"

namespace cofnod::cli {

/// The files that a script may read and write: those in the folders of --read and --write, and no others.
class CqlFiles {
public:
    /// Folders that are empty allow nothing. Throws InputError for one that cannot be opened.
    CqlFiles(const std::string& read_folder, const std::string& write_folder);

    /// The content of a file; nullopt where there is no such file. Each is read once. On any thread.
    std::optional<std::string> read(const std::string& name);
    /// The first text creates the file, others are appended.
    void write(const std::string& name, const std::string& text);

    [[nodiscard]] bool may_read() const { return from_.has_value(); }
    [[nodiscard]] bool may_write() const { return to_.has_value(); }

private:
    std::optional<std::string> content_of(const std::string& name) const;

    std::optional<OpenFolder> from_, to_;
    std::string read_folder_, write_folder_;
    std::mutex lock_;
    std::map<std::string, std::optional<std::string>> files_read_;
    std::size_t bytes_read_ = 0;  ///< of files_read_
    std::map<std::string, FileIdentity> files_written_;
};

}  // namespace cofnod::cli
