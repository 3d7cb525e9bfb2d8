#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/header_filter.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

/// Collections: games that people have put together under a name.
namespace cofnod::store {

struct Collection {
    std::string name;
    std::int64_t games = 0;
};

/// Returns all collections, by name.
std::vector<Collection> collections(const Store& store);

/// Puts the games of a filter into a collection, which is made if there is none of that name. Returns the number of
/// games new to it.
std::int64_t add_to_collection(Store& store, std::string_view name, const HeaderFilter& filter);

/// Takes the games of a filter out of a collection, which goes when it is empty. Returns their number.
std::int64_t remove_from_collection(Store& store, std::string_view name, const HeaderFilter& filter);

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
