#pragma once

#include <cstdint>
#include <limits>

#include "store/statement.hpp"

namespace cofnod::store {

/// Rows that are asked for in the order of their ids. In a damaged file, or one made for it, the pages of a table can
/// lead to one another again and again, which SQLite does not notice while it reads: an id that comes twice ends that.
class IdOrder {
public:
    IdOrder() = default;
    /// The ids must be among these, too.
    IdOrder(std::int64_t first, std::int64_t last) : next_(first), last_(last) {}

    /// Throws StoreError where the id is not above the one before.
    void check(const Statement& row, std::int64_t id) {
        if (id < next_ || id > last_) throw_out_of_order(row);
        next_ = id < last_ ? id + 1 : id;
    }

private:
    [[noreturn]] static void throw_out_of_order(const Statement& row);

    std::int64_t next_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t last_ = std::numeric_limits<std::int64_t>::max();
};

/// Calls `each` for every row of a statement, in the order of the ids that stand in column `id`.
template <typename Each>
void for_each_row(Statement& rows, int id, const Each& each, IdOrder order = {}) {
    while (rows.step()) {
        order.check(rows, rows.integer(id));
        each();
    }
}

}  // namespace cofnod::store
