#pragma once

#include <filesystem>
#include <string>

#include "store/connection.hpp"

namespace cofnod::store {

/// The path that SQLite uses: absolute, symbolic links resolved. The -journal, -wal and -shm files have its name.
std::filesystem::path real_path(const std::filesystem::path& path);

/// How a command that only reads opens a database. Throws StoreError where that cannot be done.
Connection::Mode mode_to_read(const std::filesystem::path& path);

/// Throws StoreError where the file or its folder does not let a command write.
void check_can_write(const std::filesystem::path& path);

/// Throws StoreError: a rollback journal is left, and only a command that writes can undo what it stands for.
[[noreturn]] void throw_interrupted_write(const std::filesystem::path& path);

/// Removes an empty -wal file and the -shm file when it is destroyed: a connection that may not write leaves both
/// behind. It does nothing where another connection, of this program or another, has the database open, where there is
/// something in the -wal file, or where the files may not be removed.
class SidecarCleanup {
public:
    SidecarCleanup() = default;
    explicit SidecarCleanup(const std::filesystem::path& database) : database_(real_path(database)) {}
    ~SidecarCleanup();
    SidecarCleanup(SidecarCleanup&& other) noexcept;
    SidecarCleanup& operator=(SidecarCleanup&& other) noexcept;
    SidecarCleanup(const SidecarCleanup&) = delete;
    SidecarCleanup& operator=(const SidecarCleanup&) = delete;

private:
    std::filesystem::path database_;  ///< empty: nothing is to be done
};

}  // namespace cofnod::store
