#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "store/queries.hpp"

struct sqlite3_stmt;

namespace cofnod::store {

/// Returns the SQL of a section `-- name: insert_game` of a file in schema/queries.
std::string_view sql_text(Sql query);

class Connection;
class StatementCache;
class WorkLimit;

/// Maximum size in bytes of Statement::text; equal to importers::Limits::most_tag.
inline constexpr std::size_t longest_text = std::size_t{1} << 20;

/// Bytes, as opposed to text.
struct Blob {
    std::string_view bytes;
};

/// A prepared statement, reusable by binding, stepping and resetting. Numbers as in SQLite: the first parameter is 1,
/// the first column 0.
class Statement {
public:
    /// Prepares a query of schema/queries.
    Statement(const Connection& connection, Sql query);
    /// Prepares text composed of such queries; values are bound, never part of it.
    static Statement of_text(const Connection& connection, std::string_view sql);

    /// Runs several statements, ignoring their rows.
    static void run_all(const Connection& connection, std::string_view sql);

    /// Binds without copying: texts and blobs must live until the reset.
    void bind(int parameter, std::int64_t value);
    void bind(int parameter, std::string_view text);
    void bind(int parameter, Blob blob);
    void bind(int parameter, std::nullptr_t null);
    template <typename T>
    void bind(int parameter, const std::optional<T>& value) {
        value ? bind(parameter, *value) : bind(parameter, nullptr);
    }
    template <typename... Ts>
    void bind(int parameter, const std::variant<Ts...>& value) {
        std::visit([&](const auto& held) { bind(parameter, held); }, value);
    }
    void bind(int parameter, std::unsigned_integral auto value) { bind(parameter, static_cast<std::int64_t>(value)); }
    void bind(int parameter, int value) { bind(parameter, std::int64_t{value}); }
    void bind(int parameter, const char* text) { bind(parameter, std::string_view(text)); }

    /// Binds a copy of the text.
    void bind_copy(int parameter, std::string_view text);
    void bind_copy(int parameter, std::int64_t value) { bind(parameter, value); }

    /// Returns the number of a parameter written `:name`.
    [[nodiscard]] int parameter(const char* name) const;
    /// Returns the number of a parameter, or nullopt if the statement has no such parameter.
    [[nodiscard]] std::optional<int> find_parameter(const char* name) const;

    /// Resets the statement and binds all parameters in order.
    template <typename... Values>
    Statement& with(const Values&... values) {
        reset();
        int parameter = 0;
        (bind(++parameter, values), ...);
        return *this;
    }

    /// Advances to the next row; returns false after the last.
    bool step();
    /// Steps to the end and resets.
    void run();
    /// Rewinds; bound values stay.
    void reset();
    /// Steps once, returns the first column and resets; nullopt: there is no row, or it has NULL.
    std::optional<std::int64_t> first_integer();
    std::optional<std::string> first_text();

    /// Texts and blobs stay valid until the next step or reset. NULL reads as 0 or empty.
    [[nodiscard]] std::int64_t integer(int column) const;
    /// Returns a name, tag or word. Throws StoreError if it is longer than longest_text, so that lists are bounded in
    /// memory.
    [[nodiscard]] std::string_view text(int column) const;
    /// Returns a text of a game, up to the size limit of Connection.
    [[nodiscard]] std::string_view long_text(int column) const;
    [[nodiscard]] std::string_view blob(int column) const;
    [[nodiscard]] bool is_null(int column) const;
    /// Path of the database.
    [[nodiscard]] std::string file() const;
    [[nodiscard]] int column_count() const;
    [[nodiscard]] std::string_view column_name(int column) const;
    [[nodiscard]] std::optional<std::int64_t> optional_integer(int column) const;

private:
    Statement() = default;
    /// Prepares the first statement of `sql` and returns the rest; prepares nothing if only a comment is left.
    std::string_view prepare(const Connection& connection, std::string_view sql);
    void check(int code) const;

    /// Reuses a cached statement of the connection; returns false if there is none.
    bool take_kept(const Connection& connection, std::string_view sql);

    /// Finalizes a statement, or returns it to its cache.
    struct Finalize {
        Finalize() : place(nullptr) {}
        Finalize(std::shared_ptr<StatementCache> from, std::vector<sqlite3_stmt*>* at)
            : cache(std::move(from)), place(at) {}
        std::shared_ptr<StatementCache> cache;  ///< nullptr: none
        std::vector<sqlite3_stmt*>* place;      ///< place in the cache
        void operator()(sqlite3_stmt* handle) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
    WorkLimit* work_limit_ = nullptr;  ///< owned by the connection
};

/// Resets a statement at the end of the scope: an unfinished reader would block checkpoints.
class ResetAtEnd {
public:
    explicit ResetAtEnd(Statement& statement) : statement_(statement) {}
    ~ResetAtEnd() { statement_.reset(); }
    ResetAtEnd(const ResetAtEnd&) = delete;
    ResetAtEnd& operator=(const ResetAtEnd&) = delete;

private:
    Statement& statement_;
};

/// Checks that rows come in ascending order of ids. A damaged or hostile file can have cyclic pages, which SQLite does
/// not detect while reading: a repeated id ends the loop.
class IdOrder {
public:
    IdOrder() = default;
    /// Also checks first <= id <= last.
    IdOrder(std::int64_t first, std::int64_t last) : next_(first), last_(last) {}

    /// Throws StoreError unless the id is greater than the previous one.
    void check(const Statement& row, std::int64_t id) {
        if (id < next_ || id > last_) throw_out_of_order(row);
        next_ = id < last_ ? id + 1 : id;
    }

private:
    [[noreturn]] static void throw_out_of_order(const Statement& row);

    std::int64_t next_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t last_ = std::numeric_limits<std::int64_t>::max();
};

/// Calls `each` for every row of a statement, checking the order of the ids in column `id`.
template <typename Each>
void for_each_row(Statement& rows, int id, const Each& each, IdOrder order = {}) {
    while (rows.step()) {
        order.check(rows, rows.integer(id));
        each();
    }
}

/// Returns what `read` makes of each row of a statement.
template <typename Read>
auto all_rows(Statement& rows, const Read& read) {
    std::vector<std::invoke_result_t<const Read&, const Statement&>> all;
    while (rows.step()) all.push_back(read(rows));
    return all;
}

/// Likewise, checking the order of the ids in the first column.
template <typename Read>
auto all_rows_by_id(Statement& rows, const Read& read, IdOrder order = {}) {
    std::vector<std::invoke_result_t<const Read&, const Statement&>> all;
    for_each_row(
        rows, 0, [&] { all.push_back(read(rows)); }, order);
    return all;
}

/// Returns the ids in the first column, checking their order.
inline std::vector<std::int64_t> all_ids(Statement& rows, IdOrder order = {}) {
    return all_rows_by_id(
        rows, [](const Statement& row) { return row.integer(0); }, order);
}

}  // namespace cofnod::store
