#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "store/connection.hpp"

namespace cofnod::store {

class Stoppable;

/// Returns the path that SQLite uses to name -journal, -wal and -shm files: absolute, symbolic links resolved.
std::filesystem::path real_path(const std::filesystem::path& path);

/// Returns the mode in which to open a database for reading. Throws StoreError if it cannot be read.
Connection::Mode mode_to_read(const std::filesystem::path& path);

/// Throws StoreError unless the file and its folder are writable.
void check_can_write(const std::filesystem::path& path);

/// Throws StoreError: a rollback journal is left, which only a writing command can roll back.
[[noreturn]] void throw_interrupted_write(const std::filesystem::path& path);

/// Lets signals interrupt what reads the database (interruption.hpp).
/// Removes on destruction the empty -wal file and the -shm file that a read-only connection leaves behind. Does nothing
/// if any connection has the database open, the -wal file is not empty, or the files cannot be removed.
class SidecarCleanup {
public:
    SidecarCleanup();
    explicit SidecarCleanup(const std::filesystem::path& database);
    ~SidecarCleanup();
    SidecarCleanup(SidecarCleanup&& other) noexcept;
    SidecarCleanup& operator=(SidecarCleanup&& other) noexcept;
    SidecarCleanup(const SidecarCleanup&) = delete;
    SidecarCleanup& operator=(const SidecarCleanup&) = delete;

private:
    std::filesystem::path database_;  ///< empty: nothing to do
    std::unique_ptr<Stoppable> stoppable_;
};

}  // namespace cofnod::store
