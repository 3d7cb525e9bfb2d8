#pragma once

#include <filesystem>
#include <string>

namespace cofnod {

/// Registers a database as open in this process during its lifetime. POSIX releases all locks of a process on a file
/// when the process closes any descriptor of it, so code that opens files itself must check is_open_database first.
class OpenDatabase {
public:
    OpenDatabase() = default;
    /// `path` must be absolute and without symbolic links.
    explicit OpenDatabase(std::string path);
    ~OpenDatabase();
    OpenDatabase(OpenDatabase&& other) noexcept;
    OpenDatabase& operator=(OpenDatabase&& other) noexcept;
    OpenDatabase(const OpenDatabase&) = delete;
    OpenDatabase& operator=(const OpenDatabase&) = delete;

private:
    std::string path_;
};

/// True if a path leads, under any name, to a database that is open in this process, or to its -wal, -shm or -journal
/// file.
bool is_open_database(const std::filesystem::path& path);

/// Throws InputError if is_open_database(path).
void refuse_open_database(const std::filesystem::path& path);

}  // namespace cofnod
