#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/open_databases.hpp"
#include "store/work_limit.hpp"

struct sqlite3;

namespace cofnod::store {

enum class Sql : int;  // store/queries.hpp

/// Whether there is a file of that name with something in it.
bool has_content(const std::filesystem::path& path);

/// An open SQLite file, for one thread. Failures of this and of Statement are thrown as StoreError or LimitError.
class Connection {
public:
    enum class Mode {
        read_only,
        immutable,  ///< nobody writes to the file, not even a lock: works in a folder that cannot be written
        read_write,
        create,
    };

    Connection(const std::filesystem::path& path, Mode mode);

    /// The first `count` bytes of the file as they are on disk, fewer if it is shorter. Neither the file nor its
    /// journals are touched otherwise, so this is safe for a file that may not be a database. Closing a descriptor of
    /// our own would drop every POSIX lock that this process holds on the file; SQLite knows when it may close one.
    [[nodiscard]] std::string first_bytes(std::size_t count) const;

    /// What can be read is read, though the file is shorter than it says or part of the schema makes no sense. For one
    /// that does not write.
    void bear_damage();

    /// Runs the statements of a named query that gives no rows.
    void run(Sql query);
    /// Runs statements from a file of schema.
    void run_script(std::string_view sql);

    /// How long to wait for another program that writes before saying so; 5 seconds unless told.
    void wait_at_most(std::chrono::milliseconds time);

    [[nodiscard]] bool in_transaction() const;
    [[nodiscard]] std::int64_t last_insert_id() const;
    /// Rows that the last INSERT, UPDATE or DELETE changed.
    [[nodiscard]] std::int64_t changed_rows() const;

    [[nodiscard]] WorkLimit& work_limit() const { return *work_limit_; }
    /// The handle, for Statement and for what this class does not wrap.
    [[nodiscard]] sqlite3* handle() const { return handle_.get(); }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    std::unique_ptr<WorkLimit> work_limit_;  ///< which the handle knows: it stays where it is
    OpenDatabase registered_;                ///< until the handle is closed
    std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace cofnod::store
