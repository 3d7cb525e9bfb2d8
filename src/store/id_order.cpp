#include "store/id_order.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace cofnod::store {

void IdOrder::throw_out_of_order(const Statement& row) {
    const std::string file = row.file();
    throw StoreError(fmt::format("{}: the database is damaged (rows are out of order)", file),
                     fmt::format("restore it from a copy, or save what can be read: cofnod recover {} NEW.db", file));
}

}  // namespace cofnod::store
