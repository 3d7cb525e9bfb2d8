#include "store/works.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "store/connection.hpp"
#include "store/game_cursor.hpp"
#include "store/rows.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

/// Reads the annotation sizes of games, which must be requested in ascending order.
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
        each({.id = row.integer(0),
              .kind = form->kind,
              .start = row.text(2),
              .moves = row.blob(3),
              .ply_count = static_cast<std::uint32_t>(row.integer(4)),
              .result = result_of(row.integer(5)),
              .white = row.integer(6),
              .black = row.integer(7),
              .date = stored_date(row, 8),
              .annotation_bytes = annotations.of(row.integer(0)),
              .tag_count = form->tag_names.size()});
    }
}

namespace {

std::optional<std::int64_t> work_of(const Store& store, std::int64_t game) {
    return Statement(store.connection(), Sql::work_of).with(game).first_integer();
}

std::vector<std::int64_t> games_of_work(const Store& store, std::int64_t work) {
    return all_ids(Statement(store.connection(), Sql::games_of_work).with(work));
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

std::vector<Witness> witnesses(const Store& store) {
    return all_rows_by_id(Statement(store.connection(), Sql::list_witnesses).with(), [](const Statement& row) {
        return Witness{row.integer(0), row.integer(1)};
    });
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
    // The remaining witnesses, if the game was their fullest.
    const auto left = all_rows(Statement(store.connection(), Sql::games_of_work_by_length).with(game),
                               [](const Statement& row) { return row.integer(0); });
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

bool has_source(const Store& store, std::string_view content_hash) {
    Statement find(store.connection(), Sql::find_source);
    return find.with(content_hash).step() && find.text(1) == "done";
}

std::vector<std::int64_t> sources_chosen_from(const Store& store, std::string_view content_hash) {
    return all_rows(Statement(store.connection(), Sql::sources_chosen_from).with(content_hash),
                    [](const Statement& row) { return row.integer(0); });
}

std::vector<std::pair<std::int64_t, std::int64_t>> games_of_source(const Store& store, std::int64_t source) {
    return all_rows_by_id(Statement(store.connection(), Sql::runs_of_source).with(source),
                          [](const Statement& row) { return std::pair(row.integer(0), row.integer(1)); });
}

bool add_source_copy(Store& store, const SourceCopy& copy) {
    std::array<std::string, 2> buffers;
    const std::string_view path = clean(copy.path, buffers[0]), citation = clean(copy.citation, buffers[1]);
    Statement(store.connection(), Sql::insert_source_copy).with(copy.source, path).run();
    const bool is_new = store.connection().changed_rows() > 0;
    if (!citation.empty())
        Statement(store.connection(), Sql::set_citation_of_copy).with(copy.source, path, citation).run();
    return is_new;
}

bool is_same_path(const std::string& one, const std::string& other) {
    return one == other ||
           std::filesystem::path(one).lexically_normal() == std::filesystem::path(other).lexically_normal();
}

std::vector<SourceCopy> copies_of_source(const Store& store, std::int64_t source) {
    return all_rows_by_id(Statement(store.connection(), Sql::copies_of_source).with(source), [&](const Statement& row) {
        return SourceCopy{source, std::string(row.text(1)), std::string(row.text(2))};
    });
}

/// Returns the copies of the source in the row; games of one source often follow each other.
const std::vector<SourceCopy>& Citations::copies_of_row() {
    const std::int64_t source = row_.integer(4);
    if (source != std::exchange(source_, source)) last_copies_ = copies_of_source(store_, source);
    return last_copies_;
}

const std::vector<SourceCopy>& Citations::copies_of(std::int64_t game) {
    static const std::vector<SourceCopy> none;
    return row_.with(game).step() ? copies_of_row() : none;
}

std::string Citations::of(std::int64_t game) {
    if (!row_.with(game).step()) return {};
    std::vector<std::string> all;
    if (!row_.text(0).empty()) all.emplace_back(row_.text(0));
    for (const SourceCopy& copy : copies_of_row())
        if (!copy.citation.empty() && std::ranges::find(all, copy.citation) == all.end()) all.push_back(copy.citation);
    return fmt::format("{}", fmt::join(all, "; "));
}

std::string Citations::databases_of(std::int64_t game) {
    return row_.with(game).step() ? std::string(row_.text(1)) : std::string();
}

std::string Citations::path_of(std::int64_t game) {
    return row_.with(game).step() ? std::string(row_.text(3)) : std::string();
}

namespace {

/// Runs a query in a transaction; returns true if it changes any row.
template <typename... Values>
bool changes_any(Store& store, Sql query, const Values&... values) {
    Transaction transaction(store.connection());
    Statement(store.connection(), query).with(values...).run();
    const bool is_changed = store.connection().changed_rows() > 0;
    store.connection().run(Sql::count_rows);
    transaction.commit();
    return is_changed;
}

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
    return all_rows(Statement(store.connection(), Sql::list_collections).with(), [](const Statement& row) {
        return Collection{std::string(row.text(0)), row.integer(1),
                          row.is_null(2) ? std::nullopt : std::optional<std::string>(row.text(2))};
    });
}

std::optional<std::string> question_of(const Store& store, std::string_view name) {
    return Statement(store.connection(), Sql::question_of_collection).with(name).first_text();
}

bool save_question(Store& store, std::string_view name, std::string_view question) {
    return changes_any(store, Sql::save_question, name, question);
}

bool remove_question(Store& store, std::string_view name) { return changes_any(store, Sql::remove_question, name); }

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
    return all_rows(Statement(store.connection(), Sql::collections_of).with(game),
                    [](const Statement& row) { return std::string(row.text(0)); });
}

}  // namespace cofnod::store
