#include "search/search.hpp"

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "games/record/record.hpp"
#include "index/position_index.hpp"
#include "search/chunks.hpp"
#include "search/header_games.hpp"
#include "search/matcher.hpp"
#include "search/plan.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"

namespace cofnod::search {

namespace {

using Each = std::function<bool(const Hit&)>;
using Way = Explanation::Way;

/// Number of games per work unit: a few milliseconds.
constexpr std::size_t games_a_chunk = 8192;

/// Returns true if a page has as many games as it may.
bool is_full(const store::Page& page, const Explanation& explanation) {
    return page.limit && explanation.hits >= *page.limit;
}

void find_by_headers(store::Store& store, const Query& query, store::Page page, const Each& each,
                     Explanation& explanation) {
    const auto take = [&](std::int64_t id) {
        ++explanation.hits;
        return each({id, std::nullopt});
    };
    const store::Snapshot one_state(store.connection());
    HeaderGames games(store, query.header, page.after);
    if (!games.by_columns() || !filters_more_than_ids(query.header)) {
        for (store::GameCursor cursor(store, query.header, page); const auto id = cursor.next();)
            if (!take(*id)) return;
        return;
    }
    for (const index::Run& run : index::runs(store))
        for (const std::int64_t id : index::ids_of(run, games.games(run)))
            if (is_full(page, explanation) || !take(id)) return;
}

std::int64_t count_by_headers(store::Store& store, const store::HeaderFilter& header) {
    const store::Snapshot one_state(store.connection());
    HeaderGames games(store, header);
    if (!games.by_columns()) return store::count_games(store, header);
    std::uint64_t count = 0;
    for (const index::Run& run : index::runs(store)) count += index::count_of(games.games(run));
    return static_cast<std::int64_t>(count);
}

/// Result of a chunk.
struct ChunkHits {
    std::vector<Hit> hits;
    std::int64_t replayed = 0;
    std::int64_t damaged = 0;
};

/// Replays the games of chunks.
class Replay {
public:
    /// `limit`: maximum number of hits per chunk.
    Replay(store::Store& store, const Query& query, std::optional<std::int64_t> limit)
        : store_(store), query_(query), limit_(limit), reader_(store), record_reader_(store), finder_(query) {}

    void look_at(const Chunk& chunk) {
        if (query_.lines != Lines::main) varied_ = varied_games(store_, chunk.range);
        const auto each = [&](const store::GameMoves& game) {
            const auto record = [&]() -> std::optional<GameRecord> {
                if (query_.lines != Lines::main && !std::binary_search(varied_.begin(), varied_.end(), game.id))
                    return std::nullopt;
                return record_reader_.read(game.id);
            };
            if (const auto hit = finder_.first(game, record)) found_.hits.push_back(*hit);
            return !limit_ || static_cast<std::int64_t>(found_.hits.size()) < *limit_;
        };
        if (chunk.ids)
            read_games(reader_, *chunk.ids, each);
        else
            read_games(reader_, chunk.range, each);
    }

    ChunkHits take() {
        found_.replayed = finder_.replayed() - std::exchange(replayed_before_, finder_.replayed());
        found_.damaged = finder_.damaged() - std::exchange(damaged_before_, finder_.damaged());
        return std::exchange(found_, {});
    }

private:
    store::Store& store_;
    const Query& query_;
    std::optional<std::int64_t> limit_;
    store::GameReader reader_;
    store::GameReader record_reader_;  ///< separate, as reader_ may be in the middle of a scan
    Ids varied_;                       ///< games of the chunk that have variations, if these are searched
    HitFinder finder_;
    ChunkHits found_;
    std::int64_t replayed_before_ = 0;
    std::int64_t damaged_before_ = 0;
};

/// Runs a query with conditions on moves: examines the games selected by index and headers, run by run. `without`: the
/// first games of runs that are not searched.
void find_by_moves(store::Store& store, const Query& query, store::Page page, const Each& each, unsigned threads,
                   Explanation& explanation, const std::set<std::int64_t>& without = {}) {
    if (is_full(page, explanation)) return;
    const store::Snapshot one_state(store.connection());
    if (explanation.way == Way::headers_only) explanation.way = Way::scan;
    Planner planner(store, query);
    std::int64_t segment = 0;
    const auto select = [&](const index::Run& run, IdRange range) -> std::optional<Ids> {
        if (without.contains(run.first)) return Ids();
        std::optional<Ids> games = planner.select(run);
        if (games && run.segment) {
            explanation.segments += std::exchange(segment, run.segment->id) != run.segment->id;
            explanation.way = Way::index;
        }
        if (query.ply.ask_for_annotations()) keep_common(games, store::annotated_games(store, run.first, run.last));
        if (!games) return games;
        keep_range(*games, range);
        explanation.candidates += static_cast<std::int64_t>(games->size());
        return games;
    };
    Chunks chunks(store, query.header, page.after, games_a_chunk, select);
    Executor<Replay> executor;
    executor.threads = threads;
    executor.make_worker = [&](store::Store& own) { return std::make_unique<Replay>(own, query, page.limit); };
    executor.take = [&](ChunkHits&& found, const Chunk&) {
        explanation.replayed += found.replayed;
        explanation.damaged += found.damaged;
        for (const Hit& hit : found.hits) {
            ++explanation.hits;
            if (!each(hit) || is_full(page, explanation)) return false;
        }
        return true;
    };
    executor.run(store, chunks);
    explanation.index_rows += planner.rows_read();
}

/// Counts by segments where possible, and searches the remaining runs.
void count_by_index(store::Store& store, const Query& query, unsigned threads, Explanation& explanation) {
    const store::Snapshot one_state(store.connection());
    Planner planner(store, query);
    const IdRange all = range_of(query.header);
    std::set<std::int64_t> counted;
    std::int64_t segment = 0;
    bool is_all = true;
    for (const index::Run& run : index::runs(store)) {
        const bool whole = all.first <= run.first && run.last <= all.last;
        if (const auto games = whole ? planner.count(run) : std::nullopt) {
            explanation.way = Way::index;
            explanation.hits += *games;
            explanation.segments += std::exchange(segment, run.segment->id) != run.segment->id;
            counted.insert(run.first);
        } else if (run.first <= all.last && all.first <= run.last) {
            is_all = false;
        }
    }
    explanation.index_rows += planner.rows_read();
    if (!is_all)
        find_by_moves(
            store, query, {}, [](const Hit&) { return true; }, threads, explanation, counted);
}

}  // namespace

std::string_view sentence(Explanation::Way way) {
    switch (way) {
        case Way::headers_only: return translated(phrase("by headers alone"));
        case Way::scan: return translated(phrase("by replaying every game in one pass"));
        case Way::index: return translated(phrase("by the position index"));
    }
    return {};
}

Explanation search(store::Store& store, const Query& query, store::Page page, const Each& each, unsigned threads) {
    Explanation explanation;
    if (query.asks_for_moves())
        find_by_moves(store, query, page, each, threads, explanation);
    else
        find_by_headers(store, query, page, each, explanation);
    return explanation;
}

Explanation count(store::Store& store, const Query& query, store::Page page, unsigned threads) {
    if (!query.asks_for_moves() && !page.limit && page.after == 0) {
        Explanation explanation;
        explanation.hits = count_by_headers(store, query.header);
        return explanation;
    }
    const bool all = !page.limit && page.after == 0 && !filters_more_than_ids(query.header) && !query.ply.are_given();
    if (!all)
        return search(
            store, query, page, [](const Hit&) { return true; }, threads);
    Explanation explanation;
    count_by_index(store, query, threads, explanation);
    return explanation;
}

}  // namespace cofnod::search
