#include "search/search.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace cofnod::search {

namespace {

using Each = std::function<bool(const Hit&)>;
using Way = Explanation::Way;

constexpr std::int64_t no_last_id = std::numeric_limits<std::int64_t>::max();

/// To fetch one game costs what reading and replaying three of a row does (measured, storage.md §3).
constexpr std::int64_t cost_of_fetching = 3;

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

/// A filter on ids alone is a range, and costs nothing.
IdRange range_of(const store::HeaderFilter& header, const store::Page& page) {
    return {std::max(header.first_id.value_or(1), page.after + 1), header.last_id.value_or(no_last_id)};
}

bool filters_more_than_ids(store::HeaderFilter header) {
    header.first_id = header.last_id = std::nullopt;
    return !store::is_empty(header);
}

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
          matcher_(query) {}

    void run() {
        if (room_.is_full()) return;
        if (filters_more_than_ids(query_.header))
            among_filtered();
        else
            scan_all();
        explanation_.replayed = matcher_.replayed();
        explanation_.damaged = matcher_.damaged();
    }

private:
    bool take(const Hit& hit) {
        ++explanation_.hits;
        room_.take();
        return each_(hit) && !room_.is_full();
    }

    bool take_if_meant(const store::GameMoves& game) {
        const auto ply = matcher_.first_ply(game);
        return !ply || take({game.id, ply});
    }

    void scan_all() {
        explanation_.way = Way::scan;
        scan(reader_, matcher_, range_of(query_.header, page_), [&](const Hit& hit) { return take(hit); });
    }

    void among_filtered() {
        const auto ids = filtered_ids();
        if (ids.empty()) return;
        const IdRange range{ids.front(), ids.back()};
        if (static_cast<std::int64_t>(ids.size()) * cost_of_fetching > range.last - range.first)
            scan_among(ids, range);
        else
            fetch(ids);
    }

    std::vector<std::int64_t> filtered_ids() {
        std::vector<std::int64_t> ids;
        store::GameCursor cursor(store_, query_.header, store::Page{page_.after, std::nullopt});
        while (const auto id = cursor.next()) ids.push_back(*id);
        return ids;
    }

    void scan_among(const std::vector<std::int64_t>& ids, IdRange range) {
        explanation_.way = Way::scan;
        auto next = ids.begin();
        reader_.scan_moves(range.first, range.last, [&](const store::GameMoves& game) {
            if (next == ids.end() || game.id != *next) return next != ids.end();
            ++next;
            return take_if_meant(game);
        });
    }

    void fetch(const std::vector<std::int64_t>& ids) {
        explanation_.way = Way::fetch;
        for (const std::int64_t id : ids) {
            const auto game = reader_.moves(id);
            if (game && !take_if_meant(*game)) return;
        }
    }

    store::Store& store_;
    const Query& query_;
    store::Page page_;
    Room room_;
    const Each& each_;
    Explanation& explanation_;
    store::GameReader reader_;
    Matcher matcher_;
};

}  // namespace

std::string_view sentence(Explanation::Way way) {
    switch (way) {
        case Way::headers_only: return "by headers alone";
        case Way::scan: return "by replaying every game in one pass";
        case Way::fetch: return "by fetching and replaying the games that the headers leave";
    }
    return {};
}

bool scan(store::GameReader& reader, Matcher& matcher, IdRange range, const Each& each) {
    bool goes_on = true;
    reader.scan_moves(range.first, range.last, [&](const store::GameMoves& game) {
        const auto ply = matcher.first_ply(game);
        return goes_on = !ply || each({game.id, ply});
    });
    return goes_on;
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
    return search(store, query, page, [](const Hit&) { return true; });
}

}  // namespace cofnod::search
