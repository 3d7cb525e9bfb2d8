#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/folder.hpp"

namespace cofnod::jobs {

/// The files that a script may read and write: those in two folders, and no others.
class CqlFiles {
public:
    /// An empty name allows nothing. Throws InputError for a folder that cannot be opened.
    CqlFiles(const std::string& read_folder, const std::string& write_folder);

    /// Returns the content of a file, or nullopt if it does not exist. Each is read once. May be called on any thread.
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
    std::size_t bytes_read_ = 0;  ///< of files_read_
    std::map<std::string, FileIdentity> files_written_;
};

}  // namespace cofnod::jobs
