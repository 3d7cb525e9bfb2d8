#include "store/found_game.hpp"

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

void throw_not_found(std::int64_t id) {
    throw StoreError(say("the database is damaged: game {} is listed, but not found", id),
                     WayOut::Kind::check_and_recover);
}

std::optional<std::int64_t> first_game_of_source(const Store& store, std::int64_t game, std::string_view format) {
    Statement row(store.connection(), Sql::first_game_of_source);
    return row.with(game, format).step() && !row.is_null(0) ? std::optional(row.integer(0)) : std::nullopt;
}

std::optional<std::int64_t> game_at(const Store& store, std::int64_t source, std::uint64_t byte) {
    Statement row(store.connection(), Sql::game_at);
    return row.with(source, byte).step() ? std::optional(row.integer(0)) : std::nullopt;
}

}  // namespace cofnod::store
