#include "store/game_cursor.hpp"

#include <fmt/format.h>

#include "store/search_statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

GameCursor::GameCursor(const Store& store, const HeaderFilter& filter, Page page)
    : statement_(search_statement(store, Sql::find_games, filter, page)) {}

GameCursor::GameCursor(const Store& store, const HeaderFilter& filter, std::span<const std::int64_t> among)
    : statement_(search_statement(store, Sql::find_games_among, filter, {})) {
    statement_.bind_copy(statement_.parameter(":among"), fmt::format("[{}]", fmt::join(among, ",")));
}

std::optional<std::int64_t> GameCursor::next() {
    if (!statement_.step()) {
        statement_.reset();
        return std::nullopt;
    }
    order_.check(statement_, statement_.integer(0));
    return statement_.integer(0);
}

std::int64_t count_games(const Store& store, const HeaderFilter& filter) {
    Statement statement = search_statement(store, Sql::count_games, filter, {});
    statement.step();
    return statement.integer(0);
}

}  // namespace cofnod::store
