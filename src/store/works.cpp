#include "store/works.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "store/game_rows.hpp"
#include "store/id_order.hpp"
#include "store/names.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

void for_each_facts(const Store& store, const std::function<void(const GameFacts&)>& each) {
    Statement row(store.connection(), "list_facts");
    for (IdOrder order; row.step();) {
        order.check(row, row.integer(0));
        GameFacts facts;
        facts.id = row.integer(0);
        facts.kind = kind_of(row.integer(1));
        facts.start = row.text(2);
        facts.moves = row.blob(3);
        facts.ply_count = static_cast<std::uint32_t>(row.integer(4));
        facts.result = result_of(row.integer(5));
        facts.white = row.integer(6);
        facts.black = row.integer(7);
        if (!row.is_null(8)) facts.date = PartialDate::from_number(static_cast<std::int32_t>(row.integer(8)));
        facts.annotation_bytes = static_cast<std::uint64_t>(row.integer(9));
        facts.tag_count = static_cast<std::uint64_t>(row.integer(10));
        each(facts);
    }
}

std::vector<std::int64_t> witnesses_of(const Store& store, std::int64_t game) {
    std::vector<std::int64_t> games;
    Statement work(store.connection(), "work_of");
    if (!work.with(game).step()) return games;
    Statement row(store.connection(), "witnesses_of");
    for_each_row(row.with(work.integer(0)), 0, [&] { games.push_back(row.integer(0)); });
    std::ranges::stable_partition(games, [&](std::int64_t witness) { return witness == work.integer(0); });
    return games;
}

std::int64_t link_witnesses(Store& store, const std::vector<std::int64_t>& games) {
    std::vector<std::int64_t> all = games;
    for (const std::int64_t game : games)
        for (const std::int64_t friend_of_it : witnesses_of(store, game))
            if (std::ranges::find(all, friend_of_it) == all.end()) all.push_back(friend_of_it);

    const std::int64_t work = games.front();
    Statement leave(store.connection(), "leave_work");
    Statement join(store.connection(), "join_work");
    const std::vector<std::int64_t> before = witnesses_of(store, work);
    std::int64_t joined = 0;
    for (const std::int64_t game : all) {
        if (std::ranges::find(before, game) == before.end()) ++joined;
        leave.with(game).run();
        join.with(work, game).run();
    }
    store.connection().run("count_rows");
    return joined;
}

void delete_game(Store& store, std::int64_t game, std::int64_t kept) {
    const auto uncount = [&](std::string_view table, std::int64_t rows) {
        Statement(store.connection(), "add_to_count").with(table, -rows).run();
    };
    Statement(store.connection(), "bury_game").with(game, kept).run();
    Statement(store.connection(), "leave_work").with(game).run();
    delete_rows_of_game(store.connection(), game, uncount);
    Statement(store.connection(), "delete_game").with(game).run();
    if (store.connection().changed_rows() > 0) uncount("game", 1);
}

void finish_deleting(Store& store) {
    store.connection().run("leave_lonely_works");
    store.connection().run("count_rows");
}

void add_deleted_game(Store& store, const DeletedGame& game) {
    Statement(store.connection(), "insert_deleted_game")
        .with(game.game, game.kept, game.source, game.line, game.ply_count, std::string_view(game.tags),
              std::string_view(game.deleted_at))
        .run();
}

std::string citation_of(const Store& store, std::int64_t game) {
    Statement row(store.connection(), "read_citation");
    return row.with(game).step() ? std::string(row.text(0)) : std::string();
}

}  // namespace cofnod::store
