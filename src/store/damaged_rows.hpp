#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <string_view>

#include "store/damaged_store.hpp"
#include "store/named_row.hpp"

namespace cofnod::store {

class Connection;

/// Opens a read-only connection that tolerates damage. Throws StoreError if there is not a table of games.
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
    /// Calls `each` for every readable row and `lost` for every stretch of unreadable ids. After an unreadable row the
    /// walk resumes at the next id, so that every row reachable in the b-tree is found. Its end is bounded by the
    /// table, _counts and the file size. A missing table has no rows.
    void walk(const Table& table, Range range, const std::function<void(const NamedRow&)>& each,
              const std::function<void(LostRows)>& lost);

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
