#include "search/id_lists.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cofnod::search {

namespace {

/// Cost of fetching one game by id, in games read and replayed sequentially (measured).
constexpr std::int64_t cost_of_fetching = 4;

}  // namespace

bool filters_more_than_ids(store::HeaderFilter header) {
    header.first_id = header.last_id = std::nullopt;
    return !store::is_empty(header);
}

IdRange range_of(const store::HeaderFilter& header, std::int64_t after) {
    return {std::max(header.first_id.value_or(1), id_after(after)),
            header.last_id.value_or(std::numeric_limits<std::int64_t>::max())};
}

void keep_range(Ids& ids, IdRange range) {
    ids.erase(std::upper_bound(ids.begin(), ids.end(), range.last), ids.end());
    ids.erase(ids.begin(), std::lower_bound(ids.begin(), ids.end(), range.first));
}

void keep_common(std::optional<Ids>& ids, Ids others) {
    if (ids) {
        Ids both;
        std::set_intersection(ids->begin(), ids->end(), others.begin(), others.end(), std::back_inserter(both));
        others = std::move(both);
    }
    ids = std::move(others);
}

void add(Ids& ids, const Ids& more) {
    if (more.empty()) return;
    Ids both;
    std::set_union(ids.begin(), ids.end(), more.begin(), more.end(), std::back_inserter(both));
    ids = std::move(both);
}

bool read_games(store::GameReader& reader, const Ids& ids, const std::function<bool(const store::GameMoves&)>& each) {
    const IdRange range{ids.front(), ids.back()};
    if (static_cast<std::int64_t>(ids.size()) * cost_of_fetching <= range.last - range.first) {
        for (const std::int64_t id : ids)
            if (const auto game = reader.moves(id); game && !each(*game)) return false;
        return true;
    }
    bool goes_on = true;
    reader.scan_moves(ids, [&](const store::GameMoves& game) { return goes_on = each(game); });
    return goes_on;
}

bool read_games(store::GameReader& reader, IdRange range, const std::function<bool(const store::GameMoves&)>& each) {
    bool goes_on = true;
    reader.scan_moves(range.first, range.last, [&](const store::GameMoves& game) { return goes_on = each(game); });
    return goes_on;
}

}  // namespace cofnod::search
