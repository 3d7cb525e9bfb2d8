#include "search/search.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "index/position_index.hpp"
#include "search/plan.hpp"
#include "search/variations.hpp"

namespace cofnod::search {

namespace {

using Each = std::function<bool(const Hit&)>;
using Way = Explanation::Way;

constexpr std::int64_t no_last_id = std::numeric_limits<std::int64_t>::max();

/// Counts down the games that a page still has room for.
class Room {
public:
    explicit Room(const store::Page& page) : limit_(page.limit) {}
    [[nodiscard]] bool is_full() const { return limit_ && *limit_ <= 0; }
    void take() {
        if (limit_) --*limit_;
    }

private:
    std::optional<std::int64_t> limit_;
};

void find_by_headers(store::Store& store, const Query& query, store::Page page, const Each& each,
                     Explanation& explanation) {
    store::GameCursor cursor(store, query.header, page);
    while (const auto id = cursor.next()) {
        ++explanation.hits;
        if (!each({*id, std::nullopt})) return;
    }
}

IdRange range_of(const store::HeaderFilter& header, const store::Page& page) {
    return {std::max(header.first_id.value_or(1), id_after(page.after)), header.last_id.value_or(no_last_id)};
}

/// The games of a query that asks for moves: run by run, those that index and headers leave.
class Replay {
public:
    Replay(store::Store& store, const Query& query, store::Page page, const Each& each, Explanation& explanation)
        : store_(store),
          query_(query),
          page_(page),
          room_(page),
          each_(each),
          explanation_(explanation),
          reader_(store),
          variation_reader_(store),
          matcher_(query),
          variation_matcher_(query),
          planner_(store, query) {}

    void run() {
        if (room_.is_full()) return;
        explanation_.way = Way::scan;
        const IdRange range = range_of(query_.header, page_);
        std::optional<Ids> filtered;
        if (filters_more_than_ids(query_.header)) filtered = ids_of(store_, query_.header, page_.after);
        for (index::Run run : index::runs(store_)) {
            if (run.last < range.first || run.first > range.last) continue;
            annotated_ = query_.in_variations ? store::annotated_games(store_, run.first, run.last) : Ids{};
            if (!look_through(run, range, filtered ? &*filtered : nullptr)) break;
        }
        explanation_.replayed = matcher_.replayed();
        explanation_.damaged = matcher_.damaged();
        explanation_.index_rows = planner_.rows_read();
    }

private:
    bool look_through(const index::Run& run, IdRange wanted, const Ids* filtered) {
        const IdRange range{std::max(run.first, wanted.first), std::min(run.last, wanted.last)};
        std::optional<Ids> games = planner_.select(run);
        if (games) {
            ++explanation_.segments;
            explanation_.way = Way::index;
            add(*games, annotated_);
            keep_range(*games, range);
            explanation_.candidates += static_cast<std::int64_t>(games->size());
        }
        if (filtered) {
            const auto first = std::lower_bound(filtered->begin(), filtered->end(), range.first);
            keep_common(games, Ids(first, std::upper_bound(first, filtered->end(), range.last)));
        }
        const auto each = [this](const store::GameMoves& game) { return take_if_meant(game); };
        if (!games) return read_games(reader_, range, each);
        return games->empty() || read_games(reader_, *games, each);
    }

    bool take(const Hit& hit) {
        ++explanation_.hits;
        room_.take();
        return each_(hit) && !room_.is_full();
    }

    bool take_if_meant(const store::GameMoves& game) {
        if (const auto ply = matcher_.first_ply(game)) return take({game.id, ply});
        if (!std::binary_search(annotated_.begin(), annotated_.end(), game.id)) return true;
        const auto hit = hit_in_variations(game.id);
        return !hit || take(*hit);
    }

    std::optional<Hit> hit_in_variations(std::int64_t id) {
        const auto record = variation_reader_.read(id);
        if (!record) return std::nullopt;
        for (VariationLine& line : variations_of(*record))
            if (const auto ply = variation_matcher_.first_ply(line.as_game(id, record->kind)))
                return Hit{id, line.ply, std::make_shared<const VariationLine>(std::move(line)), *ply};
        return std::nullopt;
    }

    store::Store& store_;
    const Query& query_;
    store::Page page_;
    Room room_;
    const Each& each_;
    Explanation& explanation_;
    store::GameReader reader_;
    store::GameReader variation_reader_;  ///< while the other one is in the middle of a scan
    Ids annotated_;                       ///< games of the run that may have variations, if these are asked
    Matcher matcher_;
    Matcher variation_matcher_;  ///< by itself: what it has looked at are no games
    Planner planner_;
};

/// Segments count many a question without naming a game; for the rest, and for games in no segment, it is asked.
void count_by_index(store::Store& store, const Query& query, Explanation& explanation) {
    Planner planner(store, query);
    const IdRange all = range_of(query.header, {});
    for (const index::Run& run : index::runs(store)) {
        const bool whole = all.first <= run.first && run.last <= all.last;
        if (const auto games = whole ? planner.count(run) : std::nullopt) {
            explanation.way = Way::index;
            explanation.hits += *games;
            ++explanation.segments;
            continue;
        }
        Query part = query;
        part.header.first_id = std::max(all.first, run.first);
        part.header.last_id = std::min(all.last, run.last);
        explanation += search(store, part, {}, [](const Hit&) { return true; });
    }
    explanation.index_rows += planner.rows_read();
}

}  // namespace

std::string_view sentence(Explanation::Way way) {
    switch (way) {
        case Way::headers_only: return "by headers alone";
        case Way::scan: return "by replaying every game in one pass";
        case Way::index: return "by the position index";
    }
    return {};
}

Explanation& Explanation::operator+=(const Explanation& other) {
    way = std::max(way, other.way);
    segments += other.segments;
    index_rows += other.index_rows;
    candidates += other.candidates;
    replayed += other.replayed;
    hits += other.hits;
    damaged += other.damaged;
    return *this;
}

bool scan(store::GameReader& reader, Matcher& matcher, IdRange range, const Each& each) {
    return read_games(reader, range, [&](const store::GameMoves& game) {
        const auto ply = matcher.first_ply(game);
        return !ply || each({game.id, ply});
    });
}

Explanation search(store::Store& store, const Query& query, store::Page page, const Each& each) {
    Explanation explanation;
    if (query.asks_for_moves())
        Replay(store, query, page, each, explanation).run();
    else
        find_by_headers(store, query, page, each, explanation);
    return explanation;
}

Explanation count(store::Store& store, const Query& query, store::Page page) {
    if (!query.asks_for_moves() && !page.limit && page.after == 0) {
        Explanation explanation;
        explanation.hits = store::count_games(store, query.header);
        return explanation;
    }
    const bool all = !page.limit && page.after == 0 && !filters_more_than_ids(query.header) && !query.in_variations;
    if (!all) return search(store, query, page, [](const Hit&) { return true; });
    Explanation explanation;
    count_by_index(store, query, explanation);
    return explanation;
}

}  // namespace cofnod::search
