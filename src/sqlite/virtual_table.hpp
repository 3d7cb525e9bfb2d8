#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "operations/options/arguments.hpp"
#include "store/connection.hpp"
#include "store/store.hpp"

struct sqlite3;
struct sqlite3_context;
struct sqlite3_value;

/// Table-valued functions of the extension: rows are computed for each query, and nothing is stored.
namespace cofnod::sqlite {

class HostWatch;

struct Column {
    std::string name;
    std::string type{};        ///< "INTEGER", "TEXT"
    bool is_asked = false;     ///< parameter of the query, not a value of its rows: `pieces = 'Pd4 nd5'`
    bool has_default = false;  ///< for parameters: NULL means not given; without a default, NULL finds nothing
};

/// Query: values of the parameter columns, and the range of rows.
struct Asked {
    std::vector<std::pair<std::size_t, sqlite3_value*>> values;     ///< by column, without NULLs
    std::int64_t first = std::numeric_limits<std::int64_t>::min();  ///< range of the column named by
                                                                    ///< TableKind::ordered_by
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    std::uint64_t used = 0;  ///< columns that are read, one bit each; the last bit is for all columns from the 64th on

    [[nodiscard]] bool uses(std::size_t column) const { return (used >> column & 1) != 0; }
};

/// Result rows, one after another.
class Rows {
public:
    virtual ~Rows() = default;
    /// Advances to the first row or the next; returns false after the last.
    virtual bool next() = 0;
    virtual void write(std::size_t column, sqlite3_context* context) const = 0;
    /// Returns an id unique among the rows of the table, by which SQLite recognises a row found by both sides of an OR;
    /// nullopt if no row is found twice.
    [[nodiscard]] virtual std::optional<std::int64_t> id() const { return std::nullopt; }
};

/// Table as used by one connection. All its data must be released before the connection is closed.
class Table {
public:
    virtual ~Table() = default;
    virtual std::unique_ptr<Rows> ask(const Asked& asked) = 0;
    /// Returns an object that checks, while rows are computed, for an interruption by the host; nullptr if no checks
    /// are needed.
    virtual HostWatch* watch() { return nullptr; }
};

struct TableKind {
    const char* name;
    std::vector<Column> columns;
    std::vector<std::string> required{};  ///< parameter columns that must be given
    std::string ordered_by{};             ///< column of ascending integers that may be restricted to a range; empty if
                                          ///< none
    bool is_direct = true;                ///< reads the database, and thus must not be used in views and triggers
    std::function<std::unique_ptr<Table>(sqlite3*)> connect;
};

/// Adds a table to a connection. Returns an SQLite result code.
int add_table(sqlite3* connection, TableKind kind);

/// Checks periodically for an interruption by the host. SQLite itself checks only when a table returns rows, but
/// pattern and index searches can run for a long time between two rows.
class HostWatch {
public:
    explicit HostWatch(const store::Connection& host) : host_(host), asked_(now()) {}

    /// Restarts the interval at the beginning of a query, since SQLite has just checked.
    void begin() { asked_ = now(); }

    bool is_stopped() {
        const std::int64_t time = now();
        if (time - asked_ < milliseconds_between) return false;
        asked_ = time;  // set first, because the check re-enters this function
        return host_.is_interrupted_by_host();
    }

private:
    static constexpr std::int64_t milliseconds_between = 20;

    static std::int64_t now() {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time);  // fast, as it is called for each row
        return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
    }

    const store::Connection& host_;
    std::int64_t asked_;
};

/// Table over the contents of the host's main database.
class StoreTable : public Table {
public:
    explicit StoreTable(sqlite3* host) : store_(store::Store::over(host)), watch_(store_.connection()) {}
    HostWatch* watch() override { return &watch_; }

protected:
    store::Store store_;

private:
    HostWatch watch_;
};

/// Adds a parameter column for each option of the table, those named in `first` before all others: `min_elo` for
/// `--min-elo`. The prefix `of_` distinguishes one that is also a result column, as in `of_opening`. Options that read
/// files, and those that SQL provides itself (sort, limit), have no column.
void add_asked(std::vector<Column>& columns, const options::Arguments& options, const std::vector<std::string>& first);

/// Options represented by parameter columns.
class AskedOptions {
public:
    /// Keeps references to both arguments.
    AskedOptions(const options::Arguments& options, const std::vector<Column>& columns);
    /// Passes the values of a query to the options.
    void take(const Asked& asked) const;

private:
    /// Returns the column of an option; the number of columns if there is none.
    [[nodiscard]] std::size_t column_of(const std::string& option) const;

    const options::Arguments& table_;
    const std::vector<Column>& columns_;
    std::vector<const options::Option*> options_;  ///< by column; nullptr if none
};

/// Returns the table of matching games: `cofnod_search(fen, pieces, material, cql, moves)` and all conditions of the
/// command.
TableKind search_table();
/// Returns the table of the positions found: `cofnod_found(cql)` and all conditions of the command.
TableKind found_table();
/// Returns the table of moves played from a position: `cofnod_tree(fen)` and all header conditions.
TableKind tree_table();
/// Returns the table of the positions in a game: `cofnod_plies(moves, start)`.
TableKind plies_table();
/// Returns the table of problems in games and their remedies: `cofnod_problems`.
TableKind problems_table();

}  // namespace cofnod::sqlite
