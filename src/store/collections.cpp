#include "store/collections.hpp"

#include "store/connection.hpp"
#include "store/game_cursor.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

/// Runs a query with collection and game for each game of the filter; returns the number of rows changed.
std::int64_t change(Store& store, Sql query, std::string_view name, const HeaderFilter& filter) {
    std::vector<std::int64_t> games;
    for (GameCursor cursor(store, filter); const auto id = cursor.next();) games.push_back(*id);
    std::int64_t changed = 0;
    Statement row(store.connection(), query);
    for (const std::int64_t game : games) {
        row.with(name, game).run();
        changed += store.connection().changed_rows();
    }
    store.connection().run(Sql::drop_empty_collections);
    store.connection().run(Sql::count_rows);
    return changed;
}

}  // namespace

std::vector<Collection> collections(const Store& store) {
    std::vector<Collection> all;
    for (Statement row(store.connection(), Sql::list_collections); row.step();)
        all.push_back({std::string(row.text(0)), row.integer(1)});
    return all;
}

std::int64_t add_to_collection(Store& store, std::string_view name, const HeaderFilter& filter) {
    Transaction transaction(store.connection());
    Statement(store.connection(), Sql::insert_collection).with(name).run();
    const std::int64_t added = change(store, Sql::join_collection, name, filter);
    transaction.commit();
    return added;
}

std::int64_t remove_from_collection(Store& store, std::string_view name, const HeaderFilter& filter) {
    Transaction transaction(store.connection());
    const std::int64_t removed = change(store, Sql::remove_from_collection, name, filter);
    transaction.commit();
    return removed;
}

std::vector<std::string> collections_of(const Store& store, std::int64_t game) {
    std::vector<std::string> names;
    Statement row(store.connection(), Sql::collections_of);
    for (row.with(game); row.step();) names.emplace_back(row.text(0));
    return names;
}

}  // namespace cofnod::store
