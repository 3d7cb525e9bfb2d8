#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/damaged_store.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

/// A row with columns accessed by name; columns missing from an older schema read as 0 or empty.
class NamedRow {
public:
    explicit NamedRow(const Statement& row) : row_(row) {
        for (int column = 0; column < row.column_count(); ++column) columns_.emplace(row.column_name(column), column);
    }

    [[nodiscard]] std::int64_t integer(std::string_view name) const { return value(name, &Statement::integer); }
    [[nodiscard]] std::uint64_t natural(std::string_view name) const {
        const std::int64_t value = integer(name);
        return value > 0 ? static_cast<std::uint64_t>(value) : 0;
    }
    [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name) const {
        return value(name, &Statement::optional_integer);
    }
    /// Returns the text, repaired if it is not valid UTF-8.
    [[nodiscard]] std::string text(std::string_view name) const {
        std::string buffer;
        return std::string(clean(value(name, &Statement::text), buffer));
    }
    [[nodiscard]] std::string long_text(std::string_view name) const {
        std::string buffer;
        return std::string(clean(value(name, &Statement::long_text), buffer));
    }
    [[nodiscard]] std::string bytes(std::string_view name) const { return std::string(value(name, &Statement::blob)); }

private:
    template <typename Value>
    [[nodiscard]] Value value(std::string_view name, Value (Statement::*read)(int) const) const {
        const auto found = columns_.find(std::string(name));
        return found == columns_.end() ? Value() : (row_.*read)(found->second);
    }

    const Statement& row_;
    std::unordered_map<std::string, int> columns_;
};

class Connection;

/// Opens a read-only connection that tolerates damage. Throws StoreError if there is no table of games.
Connection open_damaged(const std::filesystem::path& path);

/// Walks the rows of tables by id, skipping unreadable ones.
class DamagedRows {
public:
    DamagedRows(const Connection& connection, const std::filesystem::path& path);

    /// Queries of a table: rows with ?1 <= row_id <= ?2 in order, and the last id.
    struct Table {
        Sql walk, last;
    };
    struct Range {
        std::int64_t first = 1, last = std::numeric_limits<std::int64_t>::max();
    };
    /// Calls `lost` for every stretch of unreadable ids and `each` for every readable row. After an unreadable row the
    /// walk resumes at the next id, so that every row reachable in the b-tree is found. Its end is bounded by the
    /// table, _counts and the file size. A missing table has no rows.
    void walk(const Table& table, Range range, const std::function<void(LostRows)>& lost,
              const std::function<void(const NamedRow&)>& each);

    /// Returns the number of rows by _counts or by `query`, whichever is larger; 0 if unknown.
    [[nodiscard]] std::int64_t expected(std::string_view table, Sql query) const;

private:
    [[nodiscard]] std::int64_t number(Sql query) const;
    [[nodiscard]] std::int64_t end_of(const Table& table) const;

    const Connection& connection_;
    std::int64_t most_rows_;                       ///< upper bound, by file size
    mutable std::map<Sql, std::int64_t> numbers_;  ///< results by query, cached since damaged tables are slow
};

}  // namespace cofnod::store
