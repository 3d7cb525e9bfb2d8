#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace cofnod::sqlite
