#include "cluster/answers.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cluster/schema.hpp"
#include "games/record/with_game.hpp"
#include "search/matcher.hpp"
#include "store/interruption.hpp"

namespace cofnod::cluster {

namespace {

/// Numbers of games fetched at once; the first batch is small, since most searches end after a page.
constexpr std::int64_t first_batch = 1024, largest_batch = 65536;
/// Maximum number of records fetched at once.
constexpr std::size_t wholes_a_batch = 512;

constexpr std::int64_t last_id = std::numeric_limits<std::int64_t>::max();

constexpr auto by_index = search::Explanation::Way::index;

}  // namespace

Answers::StayCounts Answers::count_stays(const std::vector<std::int64_t>& places) {
    const auto is_known = [this](std::int64_t place) { return stay_counts_.contains(place); };
    if (std::ranges::all_of(places, is_known)) return stay_counts_;
    for (const std::int64_t place : places) stay_counts_[place] = 0;
    const std::string answer =
        server_.ask(sql("count_stays", {{"db", address_.database}, {"places", list_of(places)}}));
    for (RowReader reader(answer, server_.name()); !reader.is_at_end();) {
        const std::int64_t place = reader.number(parquet::Type::int16);
        stay_counts_[place] = reader.int64();
    }
    return stay_counts_;
}

MoveConditions Answers::conditions(const search::Query& query, std::optional<IdRange> ids) {
    if (query.lines != search::Lines::main) need_wholes("--lines");
    if (query.ply.are_given()) need_wholes(tr("signs and comments of moves"));
    MoveConditions found =
        move_conditions({address_.database, ids}, query, [this](const auto& places) { return count_stays(places); });
    const bool is_of_placement = query.position && !query.exact_key() && query.lines == search::Lines::main;
    if (is_of_placement && has(Function::first_ply)) found.text += placement_by_worker(query);
    return found;
}

Answers::Rows Answers::fetch(const std::string& where, IdRange ids, std::int64_t limit) {
    const std::string answer = server_.ask(sql("games", {{"db", address_.database},
                                                         {"columns", game_columns()},
                                                         {"after", std::to_string(ids.after)},
                                                         {"last", bound(ids.last)},
                                                         {"conditions", where},
                                                         {"number", std::to_string(limit)}}));
    RowReader reader(answer, server_.name());
    Rows rows;
    while (!reader.is_at_end()) {
        GameRow row = read_game_row(reader);
        const std::int64_t id = row.header.id;
        const std::int64_t before = rows.empty() ? ids.after : rows.rbegin()->first;
        if (id <= before || static_cast<std::int64_t>(rows.size()) >= limit) reader.fail();
        rows.emplace_hint(rows.end(), id, std::move(row));
    }
    return rows;
}

void Answers::for_each_row(const Where& where, store::Page page, const EachRow& each) {
    // The first batch is small and selects from all ids. Further batches select from a range of ids sized to yield half
    // a batch of games at the density found so far, because the servers then search only the rows of those games.
    std::int64_t batch = std::clamp<std::int64_t>(page.limit.value_or(first_batch), 1, largest_batch), found = 0;
    std::optional<IdRange> ids;
    for (std::int64_t after = page.after;;) {
        rows_ = fetch(where(ids), ids.value_or(IdRange{after, last_id}), batch);
        wholes_.clear();
        for (const auto& [id, row] : rows_) {
            store::check_interruption();
            if (!each(row)) return;
            after = id;
        }
        found += static_cast<std::int64_t>(rows_.size());
        if (static_cast<std::int64_t>(rows_.size()) < batch) {  // no more games in this range
            if (!ids) return;
            after = ids->last;
        }
        batch = largest_batch;
        const double ids_a_game =
            static_cast<double>(catalog_.ids_between(page.after, after)) / static_cast<double>(found);
        const auto last = catalog_.id_behind(after, static_cast<std::int64_t>(ids_a_game * largest_batch / 2) + 1);
        if (!last) return;
        ids = IdRange{after, *last};
    }
}

std::int64_t Answers::count_rows(const std::string& where, std::int64_t after) {
    const std::string answer = server_.ask(
        sql("count_games", {{"db", address_.database}, {"after", std::to_string(after)}, {"conditions", where}}));
    RowReader reader(answer, server_.name());
    const std::int64_t count = reader.int64();
    if (count < 0 || !reader.is_at_end()) reader.fail();
    return count;
}

void Answers::check_pull(const std::string& where, std::int64_t after) {
    const std::int64_t games = count_rows(where, after);
    if (games > address_.pull)
        throw LimitError(
            tr("{} games would have to be fetched to be looked at here, at most {} are", games, address_.pull),
            tr("ask for more that servers can tell: players, dates, pieces on squares, material; "
               "or allow it: {}?pull={}",
               address_.text(), games));
}

search::Explanation Answers::search(const search::Query& query, store::Page page, const Each& each, unsigned) {
    if (page.limit && *page.limit <= 0) return {};
    const bool is_exact = conditions(query).are_exact;
    const Where where = [&](std::optional<IdRange> ids) { return headers(query.header) + conditions(query, ids).text; };
    if (!is_exact) check_pull(where({}), page.after);
    return find(query, where, is_exact, page, each);
}

search::Explanation Answers::candidates(const search::Query& query, const std::string& script, store::Page page,
                                        const Each& each) {
    const bool has_worker = !script.empty() && has(Function::cql);
    const Where where = [&](std::optional<IdRange> ids) {
        const std::string text = headers(query.header) + conditions(query, ids).text;
        return has_worker ? text + " AND " + sql("with_script", {{"script", text_literal(script)}}) : text;
    };
    check_pull(where({}), page.after);
    return find(query, where, false, page, each);
}

bool Answers::has(Function function) {
    const auto known = functions_.find(function);
    if (known != functions_.end()) return known->second;
    const std::string answer = server_.ask(sql("functions", {{"name", text_literal(name_of(function))}}));
    return functions_[function] = RowReader(answer, server_.name()).int64() == 1;
}

search::Explanation Answers::find(const search::Query& query, const Where& where, bool is_exact, store::Page page,
                                  const Each& each) {
    search::Explanation explanation;
    if (query.asks_for_moves()) explanation.way = by_index;

    search::HitFinder finder(query);
    const auto hit_in = [&](const GameRow& row) -> std::optional<search::Hit> {
        const std::int64_t id = row.header.id;
        if (!query.asks_for_moves()) return search::Hit{id, std::nullopt};
        return finder.first(row.as_moves(), [&]() -> std::optional<GameRecord> {
            const WholeRow* const found = whole(id);
            const bool is_needed = found && (found->is_annotated || query.ply.are_given());
            return is_needed ? std::optional(found->record) : std::nullopt;
        });
    };
    for_each_row(where, {page.after, is_exact ? page.limit : std::nullopt}, [&](const GameRow& row) {
        ++explanation.candidates;
        const auto hit = hit_in(row);
        if (!hit) return true;
        ++explanation.hits;
        return each(*hit) && (!page.limit || explanation.hits < *page.limit);
    });
    explanation.replayed = finder.replayed();
    explanation.damaged = finder.damaged();
    check_unchanged();
    return explanation;
}

search::Explanation Answers::count(const search::Query& query, store::Page page, unsigned threads) {
    const MoveConditions moves = conditions(query);
    if (!moves.are_exact || page.limit)
        return search(
            query, page, [](const search::Hit&) { return true; }, threads);
    search::Explanation explanation;
    if (query.asks_for_moves()) explanation.way = by_index;
    const std::string of_headers = headers(query.header);
    if (query.asks_for_key_alone() && of_headers.empty() && page.after == 0)
        explanation.hits = count_key(*query.exact_key());
    else
        explanation.hits = count_rows(of_headers + moves.text, page.after);
    check_unchanged();
    return explanation;
}

const GameRow* Answers::row(std::int64_t id) {
    const auto known = rows_.find(id);
    if (known != rows_.end()) return &known->second;
    const auto other = others_.find(id);
    if (other != others_.end()) return &other->second;
    store::HeaderFilter filter;
    filter.first_id = filter.last_id = id;
    others_ = fetch(headers(filter), {0, last_id}, 1);
    return others_.empty() ? nullptr : &others_.begin()->second;
}

void Answers::need_wholes(const std::string& what) const {
    if (catalog_.has_wholes()) return;
    std::string database = catalog_.chunks.front().database;
    throw UsageError(
        tr("{}: comments and variations are not in this cluster; they are in {}", what, database),
        tr("ask that database, or load it with them: cofnod load --with-text {} {}", address_.text(), database));
}

void Answers::read_wholes(const std::vector<std::int64_t>& ids) {
    const std::string answer = server_.ask(sql("wholes", {{"db", address_.database}, {"ids", list_of(ids)}}));
    RowReader reader(answer, server_.name());
    wholes_.clear();
    while (!reader.is_at_end()) {
        WholeRow row = read_whole_row(reader);
        const std::int64_t id = row.game;
        wholes_.emplace(id, std::move(row));
    }
}

const WholeRow* Answers::whole(std::int64_t id) {
    const auto known = wholes_.find(id);
    if (known != wholes_.end()) return &known->second;
    std::vector<std::int64_t> ids = {id};  // and the ids that follow, if all are read in order
    for (auto next = rows_.upper_bound(id); next != rows_.end() && ids.size() < wholes_a_batch; ++next)
        ids.push_back(next->first);
    read_wholes(ids);
    const auto found = wholes_.find(id);
    return found == wholes_.end() ? nullptr : &found->second;
}

std::optional<store::GameHeader> Answers::header(std::int64_t id) {
    const GameRow* const found = row(id);
    if (!found) return std::nullopt;
    store::GameHeader header = found->header;
    if (const auto whole = wholes_.find(id); whole != wholes_.end()) header.charset = whole->second.charset;
    return header;
}

std::optional<store::GameMoves> Answers::moves(std::int64_t id) {
    const GameRow* const found = row(id);
    return found ? std::optional(found->as_moves()) : std::nullopt;
}

std::optional<GameRecord> Answers::record(std::int64_t id) {
    need_wholes(tr("game {}", id));
    const WholeRow* const found = whole(id);
    return found ? std::optional(found->record) : std::nullopt;
}

void Answers::for_each_record(const store::HeaderFilter& filter, store::Page page,
                              const std::function<bool(std::int64_t, const GameRecord&)>& each) {
    need_wholes(tr("games as they were written"));
    std::int64_t count = 0;
    for_each_row([&](auto) { return headers(filter); }, page,
                 [&](const GameRow& row) {
                     const WholeRow* const found = whole(row.header.id);
                     if (found && !each(row.header.id, found->record)) return false;
                     return !page.limit || ++count < *page.limit;
                 });
    check_unchanged();
}

std::vector<std::int64_t> Answers::witnesses(std::int64_t id) {
    const GameRow* const game = row(id);
    if (!game || game->work == 0) return {};
    const std::int64_t work = game->work;
    const std::string answer = server_.ask(
        sql("witnesses", {{"db", address_.database}, {"work", std::to_string(work)}, {"conditions", visible_}}));
    RowReader reader(answer, server_.name());
    std::vector<std::int64_t> ids;
    while (!reader.is_at_end()) ids.push_back(reader.int64());
    std::stable_partition(ids.begin(), ids.end(), [&](std::int64_t witness) { return witness == work; });
    return ids;
}

std::string Answers::source(std::int64_t id) {
    const auto game = header(id);
    return game ? game->source : std::string();
}

std::string Answers::citation(std::int64_t id) {
    const GameRow* const game = row(id);
    return game ? game->citation : std::string();
}

std::string Answers::databases(std::int64_t id) {
    if (!catalog_.has_wholes()) return {};
    const WholeRow* const found = whole(id);
    return found ? found->databases : std::string();
}

}  // namespace cofnod::cluster
