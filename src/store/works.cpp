#include "store/works.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "game/tags.hpp"
#include "store/connection.hpp"
#include "store/form.hpp"
#include "store/id_order.hpp"
#include "store/names.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

/// Reads how long the annotations of games are, which are asked for in order.
class AnnotationBytes {
public:
    AnnotationBytes(const Store& store, std::int64_t first, std::int64_t last)
        : row_(store.connection(), Sql::list_annotation_bytes) {
        row_.with(first, last);
        next();
    }

    std::uint64_t of(std::int64_t game) {
        while (more_ && row_.integer(0) < game) next();
        return more_ && row_.integer(0) == game ? static_cast<std::uint64_t>(row_.integer(1)) : 0;
    }

private:
    void next() {
        more_ = row_.step();
        if (more_) order_.check(row_, row_.integer(0));
    }

    Statement row_;
    IdOrder order_;
    bool more_ = false;
};

}  // namespace

void for_each_facts(const Store& store, std::int64_t first, std::int64_t last,
                    const std::function<void(const GameFacts&)>& each) {
    Statement row(store.connection(), Sql::list_facts);
    row.with(first, last);
    Forms forms(store.connection());
    AnnotationBytes annotations(store, first, last);
    for (IdOrder order; row.step();) {
        order.check(row, row.integer(0));
        const Form* const form = forms.find(row.integer(1));
        if (form == nullptr) continue;
        GameFacts facts;
        facts.id = row.integer(0);
        facts.kind = form->kind;
        facts.start = row.text(2);
        facts.moves = row.blob(3);
        facts.ply_count = static_cast<std::uint32_t>(row.integer(4));
        facts.result = result_of(row.integer(5));
        facts.white = row.integer(6);
        facts.black = row.integer(7);
        if (!row.is_null(8)) facts.date = PartialDate::from_number(static_cast<std::int32_t>(row.integer(8)));
        facts.annotation_bytes = annotations.of(facts.id);
        facts.tag_count = form->tag_names.size();
        each(facts);
    }
}

namespace {

std::optional<std::int64_t> work_of(const Store& store, std::int64_t game) {
    Statement row(store.connection(), Sql::work_of);
    return row.with(game).step() ? std::optional(row.integer(0)) : std::nullopt;
}

std::vector<std::int64_t> games_of_work(const Store& store, std::int64_t work) {
    std::vector<std::int64_t> games;
    Statement row(store.connection(), Sql::games_of_work);
    for_each_row(row.with(work), 0, [&] { games.push_back(row.integer(0)); });
    return games;
}

/// Returns the games and all games linked with one of them.
std::set<std::int64_t> with_their_witnesses(const Store& store, const std::vector<std::int64_t>& games) {
    std::set<std::int64_t> all(games.begin(), games.end()), works;
    for (const std::int64_t game : games)
        if (const auto work = work_of(store, game); work && works.insert(*work).second)
            for (const std::int64_t witness : games_of_work(store, *work)) all.insert(witness);
    return all;
}

}  // namespace

std::vector<std::int64_t> witnesses_of(const Store& store, std::int64_t game) {
    const auto work = work_of(store, game);
    if (!work) return {};
    std::vector<std::int64_t> games = games_of_work(store, *work);
    std::stable_partition(games.begin(), games.end(), [&](std::int64_t witness) { return witness == *work; });
    return games;
}

std::unordered_set<std::int64_t> copies(const Store& store) {
    std::unordered_set<std::int64_t> games;
    Statement row(store.connection(), Sql::list_copies);
    for_each_row(row, 0, [&] { games.insert(row.integer(0)); });
    return games;
}

std::int64_t link_witnesses(Store& store, const std::vector<std::int64_t>& games) {
    const std::set<std::int64_t> all = with_their_witnesses(store, games);
    const std::int64_t work = games.front();
    const std::vector<std::int64_t> before = witnesses_of(store, work);
    Statement leave(store.connection(), Sql::leave_work);
    Statement join(store.connection(), Sql::join_work);
    for (const std::int64_t game : all) {
        leave.with(game).run();
        join.with(work, game).run();
    }
    return static_cast<std::int64_t>(all.size() - before.size());  // games already linked with the first are not new
}

void part_witness(Store& store, std::int64_t game) {
    Statement(store.connection(), Sql::leave_work).with(game).run();
    std::vector<std::int64_t> left;  // without their fullest, if the game was that
    Statement row(store.connection(), Sql::games_of_work_by_length);
    for_each_row(row.with(game), 0, [&] { left.push_back(row.integer(0)); });
    if (left.size() > 1) link_witnesses(store, left);
}

void finish_works(Store& store) {
    store.connection().run(Sql::leave_lonely_works);
    store.connection().run(Sql::count_rows);
}

void add_deleted_game(Store& store, const DeletedGame& game) {
    Statement(store.connection(), Sql::insert_deleted_game)
        .with(game.game, game.kept, game.source, game.line, game.ply_count, std::string_view(game.tags),
              std::string_view(game.deleted_at))
        .run();
}

std::string Citations::of(std::int64_t game) {
    return row_.with(game).step() ? std::string(row_.text(0)) : std::string();
}

std::string Citations::databases_of(std::int64_t game) {
    return row_.with(game).step() ? std::string(row_.text(1)) : std::string();
}

std::string Citations::path_of(std::int64_t game) {
    return row_.with(game).step() ? std::string(row_.text(3)) : std::string();
}

}  // namespace cofnod::store
