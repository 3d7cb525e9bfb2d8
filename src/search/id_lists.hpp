#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

/// Which games a question leaves, as ids in ascending order.
namespace cofnod::search {

struct IdRange {
    std::int64_t first = 1;
    std::int64_t last = 0;
};
using Ids = std::vector<std::int64_t>;

/// The first id of the page after a game; no game has the last of all ids.
constexpr std::int64_t id_after(std::int64_t id) { return id < std::numeric_limits<std::int64_t>::max() ? id + 1 : id; }

/// A filter on ids alone is a range, and costs nothing.
bool filters_more_than_ids(store::HeaderFilter header);
/// The games of a filter behind `after`.
Ids ids_of(const store::Store& store, const store::HeaderFilter& header, std::int64_t after = 0);

void keep_range(Ids& ids, IdRange range);
/// Intersects two lists; nullopt: all games.
void keep_common(std::optional<Ids>& ids, Ids others);
void add(Ids& ids, const Ids& more);

/// Reads the moves of these games, not empty: one by one, or in one pass where that costs less. `each` answers false to
/// end, and so is the answer then.
bool read_games(store::GameReader& reader, const Ids& ids, const std::function<bool(const store::GameMoves&)>& each);
/// Reads the moves of the games of a range in the same way.
bool read_games(store::GameReader& reader, IdRange range, const std::function<bool(const store::GameMoves&)>& each);

}  // namespace cofnod::search
