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
    return search_statement(store, Sql::count_games, filter, {}).first_integer().value_or(0);
}

namespace {

template <typename... Values>
std::vector<std::int64_t> ids(const Store& store, Sql query, const Values&... values) {
    return all_ids(Statement(store.connection(), query).with(values...));
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
    return all_rows(Statement(store.connection(), Sql::list_names_in_other_alphabets).with(part),
                    [](const Statement& row) { return std::string(row.text(0)); });
}

std::vector<std::int64_t> form_ids(const Store& store, GameKind kind) {
    return ids(store, Sql::find_forms_of_kind, static_cast<int>(kind));
}

void throw_not_found(std::int64_t id) {
    throw StoreError(tr("the database is damaged: game {} is listed, but not found", id),
                     WayOut::Kind::check_and_recover);
}

std::optional<std::int64_t> first_game_of_source(const Store& store, std::int64_t game, std::string_view format) {
    return Statement(store.connection(), Sql::first_game_of_source).with(game, format).first_integer();
}

std::optional<std::int64_t> game_at(const Store& store, std::int64_t source, std::uint64_t byte) {
    return Statement(store.connection(), Sql::game_at).with(source, byte).first_integer();
}

}  // namespace cofnod::store
