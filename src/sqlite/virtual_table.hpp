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

/// Tables of the extension: rows are made for each question, nothing is stored.
namespace cofnod::sqlite {

class HostWatch;

struct Column {
    std::string name;
    std::string type{};        ///< "INTEGER", "TEXT"
    bool is_asked = false;     ///< not a value of the rows but of the question: `pieces = 'Pd4 nd5'`
    bool has_default = false;  ///< asked: NULL is as good as not asked; of others NULL finds nothing
};

/// A question: values of the columns that are asked, and the range of the rows.
struct Asked {
    std::vector<std::pair<std::size_t, sqlite3_value*>> values;     ///< by column; none is NULL
    std::int64_t first = std::numeric_limits<std::int64_t>::min();  ///< of the column of the order
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    std::uint64_t used = 0;  ///< columns that are read, one bit each; the last bit stands for all from the 64th on

    [[nodiscard]] bool uses(std::size_t column) const { return (used >> column & 1) != 0; }
};

/// Rows of an answer, one after the other.
class Rows {
public:
    virtual ~Rows() = default;
    /// Advances to the first row or the next; returns false after the last.
    virtual bool next() = 0;
    virtual void write(std::size_t column, sqlite3_context* context) const = 0;
    /// Returns an id that no other row of the table has, by which SQLite recognizes a row that both sides of an OR
    /// find. nullopt: no row is found twice.
    [[nodiscard]] virtual std::optional<std::int64_t> id() const { return std::nullopt; }
};

/// A table as one connection uses it. What it keeps is gone before the connection is closed.
class Table {
public:
    virtual ~Table() = default;
    virtual std::unique_ptr<Rows> ask(const Asked& asked) = 0;
    /// Returns who asks, while rows are made, whether the host has interrupted the statement; nullptr: nobody need.
    virtual HostWatch* watch() { return nullptr; }
};

struct TableKind {
    const char* name;
    std::vector<Column> columns;
    std::vector<std::string> required{};  ///< columns that must be asked
    std::string ordered_by{};             ///< column of ascending integers that a range may be asked of; empty: none
    bool is_direct = true;                ///< reads the database, so that views and triggers may not use it
    std::function<std::unique_ptr<Table>(sqlite3*)> connect;
};

/// Adds a table to a connection. Returns a code of SQLite.
int add_table(sqlite3* connection, TableKind kind);

/// Asks the host from time to time whether the statement is to end. SQLite asks by itself only while rows of tables are
/// read; patterns and indexes can be at work for long between two of them.
class HostWatch {
public:
    explicit HostWatch(const store::Connection& host) : host_(host), asked_(now()) {}

    /// Begins a question, before which the host has been asked.
    void begin() { asked_ = now(); }

    bool is_stopped() {
        const std::int64_t time = now();
        if (time - asked_ < milliseconds_between) return false;
        asked_ = time;  // before the question, whose steps come here too
        return host_.is_interrupted_by_host();
    }

private:
    static constexpr std::int64_t milliseconds_between = 20;

    static std::int64_t now() {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time);  // asked at each row
        return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
    }

    const store::Connection& host_;
    std::int64_t asked_;
};

/// A table of what the host's main database has.
class StoreTable : public Table {
public:
    explicit StoreTable(sqlite3* host) : store_(store::Store::over(host)), watch_(store_.connection()) {}
    HostWatch* watch() override { return &watch_; }

protected:
    store::Store store_;

private:
    HostWatch watch_;
};

/// Adds the columns that are asked by a table of options, those named in `first` before all others: `min_elo` for
/// `--min-elo`. One that the rows have too is asked as `of_opening`. Options that read files, and those that SQL has
/// itself (sort, limit), have none.
void add_asked(std::vector<Column>& columns, const options::Arguments& options, const std::vector<std::string>& first);

/// The options that the columns of a table stand for.
class AskedOptions {
public:
    /// Keeps references to both.
    AskedOptions(const options::Arguments& options, const std::vector<Column>& columns);
    /// Hands the values of a question to the options.
    void take(const Asked& asked) const;

private:
    const std::vector<Column>& columns_;
    std::vector<const options::Option*> options_;       ///< by column; nullptr: none
    std::vector<std::vector<std::size_t>> exclusions_;  ///< columns of which one may be asked
};

/// Games that match: `cofnod_search(fen, pieces, material, cql, moves)`, and all conditions of the command.
TableKind search_table();
/// Moves played from a position: `cofnod_tree(fen)`, and all conditions on headers.
TableKind tree_table();
/// Positions of a game: `cofnod_plies(moves, start)`.
TableKind plies_table();
/// Problems of games and their remedies: `cofnod_problems`.
TableKind problems_table();

}  // namespace cofnod::sqlite
