#pragma once

#include <cstdint>
#include <limits>

#include "store/statement.hpp"

namespace cofnod::store {

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

}  // namespace cofnod::store
