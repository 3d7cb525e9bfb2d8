#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

/// Writes collections, games that people have put together under a name. Use within a transaction, and finish_works()
/// before the commit.
class Collections {
public:
    explicit Collections(Store& store)
        : make_(store.connection(), Sql::insert_collection), join_(store.connection(), Sql::join_collection) {}

    /// Makes a collection if there is none of that name.
    void make(std::string_view name) { make_.with(name).run(); }
    /// Adds a game to a collection, which exists.
    void add(std::string_view name, std::int64_t game) { join_.with(name, game).run(); }

private:
    Statement make_, join_;
};

/// Returns the names of the collections that a game is in.
std::vector<std::string> collections_of(const Store& store, std::int64_t game);

}  // namespace cofnod::store
