#pragma once

#include <filesystem>
#include <string>

namespace cofnod {

/// While it lives, a database is known to be open in this process. POSIX drops all locks that a process has on a file
/// as soon as the process closes any descriptor of it: whoever reads or writes files by itself asks is_open_database
/// first.
class OpenDatabase {
public:
    OpenDatabase() = default;
    /// Of a full path, without symbolic links.
    explicit OpenDatabase(std::string path);
    ~OpenDatabase();
    OpenDatabase(OpenDatabase&& other) noexcept;
    OpenDatabase& operator=(OpenDatabase&& other) noexcept;
    OpenDatabase(const OpenDatabase&) = delete;
    OpenDatabase& operator=(const OpenDatabase&) = delete;

private:
    std::string path_;
};

/// Whether a path leads, under whatever name, to a database that is open in this process, or to its -wal, -shm or
/// -journal file.
bool is_open_database(const std::filesystem::path& path);

/// Throws InputError if so.
void refuse_open_database(const std::filesystem::path& path);

}  // namespace cofnod
