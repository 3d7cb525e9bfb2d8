#include "store/aliases.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "store/connection.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

constexpr std::size_t most_suggestions = 3;

/// Lists names that contain the first word of `name`: "“Tal, Mihail”, “Tal, Misha”"; empty if there are none.
std::string names_like(const Store& store, std::string_view name) {
    std::string list;
    std::size_t count = 0;
    Statement row(store.connection(), Sql::list_people);
    for (row.with(name.substr(0, name.find_first_of(", "))); count < most_suggestions && row.step(); ++count)
        list += fmt::format("{}“{}”", list.empty() ? "" : comma(), row.text(1));
    return list;
}

std::int64_t player_named(const Store& store, std::string_view name) {
    if (const auto id = Statement(store.connection(), Sql::player_by_name).with(name).first_integer()) return *id;
    const std::string like = names_like(store, name);
    throw UsageError(
        tr("no player is spelt “{}”", name),
        like.empty() ? WayOut(WayOut::Kind::list_players, {store.path().string()}) : WayOut(tr("there is {}", like)));
}

std::int64_t person_of(const Store& store, std::int64_t player) {
    return Statement(store.connection(), Sql::person_of).with(player).first_integer().value_or(0);
}

/// Returns the rows of a statement whose parameters are bound.
std::vector<Spelling> spellings_of(Statement& rows) {
    return all_rows_by_id(rows, [](const Statement& row) {
        return Spelling{row.integer(0), std::string(row.text(1)), row.integer(2), std::string(row.text(3)), 0};
    });
}

std::vector<Spelling> spellings_with(const Store& store, std::string_view part) {
    return spellings_of(Statement(store.connection(), Sql::list_people).with(part));
}

}  // namespace

std::vector<Spelling> people(const Store& store) { return spellings_with(store, ""); }

std::vector<Spelling> aliases(const Store& store) {
    return spellings_of(Statement(store.connection(), Sql::list_aliases).with());
}

std::vector<Spelling> spellings(const Store& store, std::string_view part, const VisitGameNumbers& games) {
    std::vector<Spelling> result = spellings_with(store, part);
    CountById counts;
    games([&](const GameNumbers& game) {
        if (game.white != GameNumbers::null) ++counts[game.white];
        if (game.black != GameNumbers::null && game.black != game.white) ++counts[game.black];
    });
    for (Spelling& spelling : result) spelling.games = counts.of(spelling.player);
    return result;
}

std::string known_as(const Store& store, std::string_view name) {
    return Statement(store.connection(), Sql::canonical_name).with(name).first_text().value_or(std::string(name));
}

void add_alias(Store& store, std::string_view name, std::string_view known_as) {
    Transaction transaction(store.connection());
    const std::int64_t player = player_named(store, name);
    const std::int64_t person = person_of(store, player_named(store, known_as));
    if (player == person)
        throw UsageError(tr("“{}” is the name that “{}” is known by", name, known_as),
                         WayOut(WayOut::Kind::reverse_alias, {store.path().string(), std::string(known_as)}));
    Statement(store.connection(), Sql::move_aliases).with(player, person).run();
    Statement(store.connection(), Sql::set_alias).with(player, person).run();
    store.connection().run(Sql::count_rows);
    transaction.commit();
}

void add_spelling(Store& store, std::string_view name) {
    Transaction transaction(store.connection());
    Statement(store.connection(), Sql::insert_player).with(name).run();
    Statement(store.connection(), Sql::add_to_count).with("player", store.connection().changed_rows()).run();
    transaction.commit();
}

bool remove_alias(Store& store, std::string_view name) {
    Transaction transaction(store.connection());
    Statement(store.connection(), Sql::remove_alias).with(player_named(store, name)).run();
    const bool removed = store.connection().changed_rows() > 0;
    store.connection().run(Sql::count_rows);
    transaction.commit();
    return removed;
}

}  // namespace cofnod::store
