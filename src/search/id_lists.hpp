#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

/// Sets of games as ascending ids.
namespace cofnod::search {

struct IdRange {
    std::int64_t first = 1;
    std::int64_t last = 0;
};
using Ids = std::vector<std::int64_t>;

/// Returns the first id after a game, saturating.
constexpr std::int64_t id_after(std::int64_t id) { return id < std::numeric_limits<std::int64_t>::max() ? id + 1 : id; }

/// Returns the range of ids allowed by a filter and a page.
IdRange range_of(const store::HeaderFilter& header, std::int64_t after = 0);
/// Returns false for a filter on ids alone, which is a range.
bool filters_more_than_ids(store::HeaderFilter header);
void keep_range(Ids& ids, IdRange range);
/// Intersects two lists; nullopt: all games.
void keep_common(std::optional<Ids>& ids, Ids others);
void add(Ids& ids, const Ids& more);

/// Reads the moves of games (not empty) one by one, or in one pass if that is cheaper. `each` returns false to stop;
/// the result is then false.
bool read_games(store::GameReader& reader, const Ids& ids, const std::function<bool(const store::GameMoves&)>& each);
/// Reads the moves of the games of a range in the same way.
bool read_games(store::GameReader& reader, IdRange range, const std::function<bool(const store::GameMoves&)>& each);

}  // namespace cofnod::search
