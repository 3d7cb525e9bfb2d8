#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;

namespace cofnod {

class OpenDatabase;

}  // namespace cofnod

namespace cofnod::store {

class BusyWait;
class StatementCache;
class Stoppable;
class WorkLimit;
enum class Sql : int;  // store/queries.hpp

/// Returns true if the file exists and is not empty.
bool has_content(const std::filesystem::path& path);

/// An open SQLite file, for one thread. Errors of this class and of Statement are thrown as StoreError or LimitError.
class Connection {
public:
    enum class Mode {
        read_only,
        immutable,               ///< assumes that there is no writer; takes no locks, so it works in a read-only folder
        read_only_without_room,  ///< creates no -shm file; prevents all connections of this process from writing
        read_write,
        create,
    };

    Connection(const std::filesystem::path& path, Mode mode);
    /// Borrows the connection of a host program, which must outlive this one. Changes none of its settings and caches
    /// prepared statements. Interruptions by the host are thrown as Interrupted.
    explicit Connection(sqlite3* host);
    ~Connection();
    Connection(Connection&& other) noexcept;
    Connection& operator=(Connection&& other) noexcept;

    /// Returns the first `count` bytes of the file on disk, fewer if it is shorter. Touches neither the file nor its
    /// journals, so it is safe for a file that may not be a database. Reads through SQLite, because closing a separate
    /// descriptor would drop every POSIX lock that this process holds on the file.
    [[nodiscard]] std::string first_bytes(std::size_t count) const;

    /// Makes a truncated file, or one with an invalid schema, readable as far as possible. For read-only connections.
    void tolerate_damage();
    /// Allows or forbids statements to write to sqlite_schema, as migrations do.
    void allow_schema_writes(bool allowed);

    /// Runs the statements of a query that returns no rows.
    void run(Sql query);
    /// Runs the statements of a schema file.
    void run_script(std::string_view sql);

    /// nullptr for a borrowed connection, whose host decides how long it waits.
    [[nodiscard]] BusyWait* busy_wait() const { return busy_wait_.get(); }

    [[nodiscard]] Mode mode() const { return mode_; }
    /// Full name of the file; empty for a database in memory.
    [[nodiscard]] std::string file_name() const;
    [[nodiscard]] bool in_transaction() const;
    /// Returns a number that differs after each change of the database by any connection; nullopt unless a read
    /// transaction (not a write transaction) is open, and for a borrowed connection, which may read another file.
    [[nodiscard]] std::optional<std::uint32_t> state_number() const;
    [[nodiscard]] std::int64_t last_insert_id() const;
    /// Number of rows changed by the last INSERT, UPDATE or DELETE.
    [[nodiscard]] std::int64_t changed_rows() const;
    /// Number of rows changed since the connection was opened.
    [[nodiscard]] std::int64_t total_changes() const;

    [[nodiscard]] WorkLimit& work_limit() const { return *work_limit_; }
    /// Registers the SQL functions that queries use.
    static void add_functions(sqlite3* handle);
    [[nodiscard]] bool is_borrowed() const { return handle_.get_deleter().is_borrowed; }
    /// Runs a short query, in which SQLite notices an interruption by the host and calls the host's own handler.
    /// Returns true if the current statement should end.
    [[nodiscard]] bool is_interrupted_by_host() const;
    /// Cache of prepared statements; nullptr if statements are not cached.
    [[nodiscard]] const std::shared_ptr<StatementCache>& statements() const { return statements_; }
    /// SQLite handle, for Statement and functions that this class does not wrap.
    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }

private:
    struct Close {
        Close() : is_borrowed(false) {}
        explicit Close(bool borrowed) : is_borrowed(borrowed) {}
        bool is_borrowed;
        void operator()(sqlite3* handle) const;
    };
    Mode mode_ = Mode::read_only;
    std::unique_ptr<Stoppable> stoppable_;      ///< lets signals interrupt reading; nullptr if borrowed
    std::unique_ptr<WorkLimit> work_limit_;     ///< on the heap: the handle keeps its address
    std::unique_ptr<BusyWait> busy_wait_;       ///< likewise
    std::unique_ptr<OpenDatabase> registered_;  ///< destroyed after the handle is closed
    std::unique_ptr<sqlite3, Close> handle_;
    std::shared_ptr<StatementCache> statements_;  ///< emptied before the handle is closed
};

/// Returns the path that SQLite uses to name -journal, -wal and -shm files: absolute, symbolic links resolved.
std::filesystem::path real_path(const std::filesystem::path& path);

/// Returns the mode in which to open a database for reading. Throws StoreError if it cannot be read.
Connection::Mode mode_to_read(const std::filesystem::path& path);

/// Throws StoreError unless the file and its folder are writable.
void check_can_write(const std::filesystem::path& path);

/// Throws StoreError: a rollback journal remains, which only a writing command can roll back.
[[noreturn]] void throw_interrupted_write(const std::filesystem::path& path);

/// Removes, on destruction, the -shm file and the empty -wal file that a read-only connection creates. Does nothing if
/// any connection has the database open, the -wal file or the journal is not empty, or the files cannot be removed.
/// Until then, signals interrupt reading of the database (interruption.hpp).
class SidecarCleanup {
public:
    explicit SidecarCleanup(const std::filesystem::path& database);
    ~SidecarCleanup();
    SidecarCleanup(const SidecarCleanup&) = delete;
    SidecarCleanup& operator=(const SidecarCleanup&) = delete;

private:
    std::filesystem::path database_;
    std::unique_ptr<Stoppable> stoppable_;
};

}  // namespace cofnod::store
