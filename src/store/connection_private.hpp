#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace cofnod::store {

/// Throws the error for an SQLite result code, with a remedy. `file`: path of the database.
[[noreturn]] void throw_sqlite_error(int code, sqlite3* handle, std::string_view file);

/// Throws the error for a result code, with the path of the open database.
[[noreturn]] void throw_sqlite_error(int code, sqlite3* handle);

/// Unused prepared statements, kept because preparing one costs more than running most queries. For one thread.
class StatementCache {
public:
    /// Statements with the same SQL text.
    using Place = std::vector<sqlite3_stmt*>;

    ~StatementCache() { end(); }

    /// Returns the place for an SQL text, valid as long as the cache; nullptr if there are too many texts.
    Place* place_of(std::string_view sql);
    /// Removes and returns a statement, reset and without bindings; nullptr if there is none.
    static sqlite3_stmt* take(Place& place);
    /// Caches a statement, or finalizes it after end().
    void give_back(Place& place, sqlite3_stmt* statement);
    /// Finalizes all cached statements and, from now on, each one given back.
    void end();

private:
    static constexpr std::size_t most_texts = 200, most_of_text = 8;

    std::map<std::string, Place, std::less<>> kept_;
    bool has_ended_ = false;
};

/// Limit on the work of SQLite between two rows. A query that reads all rows before it returns one (a count, a sort)
/// never ends on cyclic pages of a damaged or hostile file; it is interrupted after more steps than any sound file of
/// that size needs.
class WorkLimit {
public:
    explicit WorkLimit(std::filesystem::path file) : file_(std::move(file)) {}
    /// Sets no limit: the host program limits its own connection.
    WorkLimit() : is_of_host_(true) {}

    [[nodiscard]] bool is_of_host() const { return is_of_host_; }

    /// Number of steps of SQLite's virtual machine between calls of is_reached().
    static constexpr int steps_at_a_time = 100'000;

    /// Starts counting.
    void begin() { steps_ = 0; }
    /// Allows almost no steps: for preparing statements, which only reads the schema.
    void begin_little() { steps_ = no_more; }
    /// Counts steps_at_a_time steps; returns true if the limit is exceeded, or reading is to stop.
    bool is_reached();

private:
    std::filesystem::path file_;
    bool is_of_host_ = false;
    std::uint64_t steps_ = 0;
    static constexpr std::uint64_t no_more = std::uint64_t{1} << 63;
};

}  // namespace cofnod::store
