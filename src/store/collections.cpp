#include "store/collections.hpp"

namespace cofnod::store {

std::vector<std::string> collections_of(const Store& store, std::int64_t game) {
    std::vector<std::string> names;
    Statement row(store.connection(), Sql::collections_of);
    for (row.with(game); row.step();) names.emplace_back(row.text(0));
    return names;
}

}  // namespace cofnod::store
