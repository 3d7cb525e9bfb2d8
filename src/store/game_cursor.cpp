#include "store/game_cursor.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "store/statement.hpp"
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

namespace {

template <typename... Values>
std::vector<std::int64_t> ids(const Store& store, Sql query, const Values&... values) {
    std::vector<std::int64_t> found;
    Statement row(store.connection(), query);
    for_each_row(row.with(values...), 0, [&] { found.push_back(row.integer(0)); });
    return found;
}

}  // namespace

std::optional<std::vector<std::int64_t>> name_ids(const Store& store, const HeaderTerm& term) {
    const std::string_view text = term.text, other = term.other;
    switch (term.field) {
        case HeaderField::player:
        case HeaderField::opponent:
        case HeaderField::white:
        case HeaderField::black: return ids(store, Sql::find_players, text);
        case HeaderField::event: return ids(store, Sql::find_events, text);
        case HeaderField::site: return ids(store, Sql::find_sites, text);
        case HeaderField::eco: return ids(store, Sql::find_openings_by_eco, text, other);
        case HeaderField::opening: return ids(store, Sql::find_openings_by_name, text, other);
        case HeaderField::notation: return ids(store, Sql::find_forms_of_notation, text);
        default: return std::nullopt;
    }
}

std::vector<std::int64_t> other_player_ids(const Store& store, const HeaderTerm& term) {
    return ids(store, Sql::find_players, std::string_view(term.other));
}

std::vector<std::string> names_in_other_alphabets(const Store& store, std::string_view part) {
    std::vector<std::string> names;
    Statement row(store.connection(), Sql::list_names_in_other_alphabets);
    for (row.with(part); row.step();) names.emplace_back(row.text(0));
    return names;
}

std::vector<std::int64_t> form_ids(const Store& store, GameKind kind) {
    return ids(store, Sql::find_forms_of_kind, static_cast<int>(kind));
}

void throw_not_found(std::int64_t id) {
    throw StoreError(tr("the database is damaged: game {} is listed, but not found", id),
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
