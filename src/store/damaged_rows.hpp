#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <string_view>

#include "store/connection.hpp"
#include "store/damaged_store.hpp"
#include "store/named_row.hpp"

namespace cofnod::store {

/// A connection that reads past what is damaged, and cannot write. Throws StoreError where there is no table of games.
Connection open_damaged(const std::filesystem::path& path);

/// Walks the rows of tables by their ids, past those that cannot be read.
class DamagedRows {
public:
    DamagedRows(const Connection& connection, const std::filesystem::path& path);

    /// Queries: rows with ?1 <= row_id <= ?2 in order, and the last id there is.
    struct Table {
        Sql walk, last;
    };
    struct Range {
        std::int64_t first = 1, last = std::numeric_limits<std::int64_t>::max();
    };
    /// A row that cannot be read is tried from the next id on, so that every row is found to which a way leads in the
    /// b-tree. How far that goes where nothing more can be read, the table itself, _counts and the size of the file
    /// say. A table that is not there has no rows.
    void walk(const Table& table, Range range, const std::function<void(const NamedRow&)>& each,
              const std::function<void(LostRows)>& lost);

    /// Rows of a table as _counts has them, or what a query gives, whichever is more; 0: nothing can be told.
    [[nodiscard]] std::int64_t expected(std::string_view table, Sql query) const;

private:
    [[nodiscard]] std::int64_t number(Sql query) const;
    [[nodiscard]] std::int64_t end_of(const Table& table) const;

    const Connection& connection_;
    std::int64_t most_rows_;                       ///< that fit in the file
    mutable std::map<Sql, std::int64_t> numbers_;  ///< by the query that gave it: a damaged one takes long
};

}  // namespace cofnod::store
