#include "store/sidecars.hpp"

#include <unistd.h>

#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/open_databases.hpp"
#include "base/say.hpp"
#include "store/interruption.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

bool can_write_beside(const std::filesystem::path& path) { return ::access(path.parent_path().c_str(), W_OK) == 0; }

bool exists(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

}  // namespace

std::filesystem::path real_path(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) real = std::filesystem::absolute(path, error);
    return error ? path : real;
}

Connection::Mode mode_to_read(const std::filesystem::path& path) {
    const std::string real = real_path(path).string();
    if (can_write_beside(real)) return Connection::Mode::read_only;
    // Reading in WAL mode needs the -shm file, which cannot be created in this folder. Without a -wal file or a journal
    // there is no writer, and the file itself is the whole database.
    if (!has_content(real + "-wal"))
        return has_content(real + "-journal") ? Connection::Mode::read_only : Connection::Mode::immutable;
    if (::access((real + "-shm").c_str(), R_OK) == 0) return Connection::Mode::read_only;
    throw StoreError(
        say("{}: {}-wal beside it belongs to the database, and cannot be read in a folder that is not writable",
            path.string(), real),
        say("copy both files into a folder that you may write to, and read the copy"));
}

void check_can_write(const std::filesystem::path& path) {
    const std::filesystem::path real = real_path(path);
    const auto refuse = [&](const std::string& what) {
        throw StoreError(say("{}: the database cannot be written to: {} is not writable", path.string(), what),
                         say("check the permissions of the file and of its folder"));
    };
    if (::access(real.c_str(), W_OK) != 0) refuse(real.string());
    if (!can_write_beside(real)) refuse(say("the folder {}", real.parent_path().string()));
}

void throw_interrupted_write(const std::filesystem::path& path) {
    throw StoreError(say("{}: a command that was writing to it has been interrupted; {}-journal is left of it",
                         path.string(), real_path(path).string()),
                     say("run that command again; if it was an import, it goes on where it was interrupted"));
}

SidecarCleanup::SidecarCleanup() = default;

SidecarCleanup::SidecarCleanup(const std::filesystem::path& database)
    : database_(real_path(database)), stoppable_(std::make_unique<Stoppable>()) {}

SidecarCleanup::~SidecarCleanup() {
    if (database_.empty()) return;
    const Resumed cleaning;
    const std::string name = database_.string();
    if ((!exists(name + "-shm") && !exists(name + "-wal")) || is_open_database(database_)) return;
    if (has_content(name + "-wal") || has_content(name + "-journal")) return;
    try {
        // SQLite removes both when the last writable connection is closed, unless another process holds locks.
        const Connection last(database_, Connection::Mode::read_write);
        Statement(last, Sql::user_version).run();
    } catch (...) {  // the database is in use
    }
}

SidecarCleanup::SidecarCleanup(SidecarCleanup&& other) noexcept
    : database_(std::exchange(other.database_, {})), stoppable_(std::move(other.stoppable_)) {}

SidecarCleanup& SidecarCleanup::operator=(SidecarCleanup&& other) noexcept {
    std::swap(database_, other.database_);
    std::swap(stoppable_, other.stoppable_);
    return *this;
}

}  // namespace cofnod::store
