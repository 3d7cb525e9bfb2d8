#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "game/kind.hpp"
#include "game/state.hpp"
#include "store/id_order.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

/// Selects games by header tags. Unset or empty members match every game. Names match by substring, ignoring case and
/// marks (name_match): "kasparov" matches "Kasparov, Gary", and "sian" "Siân". Players match by any of their spellings
/// (aliases). Date ranges are defined by PartialDate::last_number; a game without a year is in none.
struct HeaderFilter {
    std::string player = {};  ///< on either side
    std::string white = {};
    std::string black = {};
    std::string event = {};
    std::string site = {};
    std::optional<PartialDate> date_from = {};
    std::optional<PartialDate> date_to = {};  ///< inclusive
    std::optional<Result> result = {};
    std::string eco = {};                      ///< prefix: "B9"
    std::optional<std::int64_t> elo_min = {};  ///< of both players
    std::optional<std::int64_t> elo_max = {};
    std::optional<std::int64_t> plies_min = {};
    std::optional<std::int64_t> plies_max = {};
    std::optional<GameState> state = {};
    std::optional<GameKind> kind = {};
    std::string notation = {};  ///< exact code
    std::string source = {};    ///< part of the path
    std::optional<std::int64_t> first_id = {};
    std::optional<std::int64_t> last_id = {};

    /// Narrows the date range to "on or after `date`" or "on or before `date`".
    void add_date_from(PartialDate date);
    void add_date_to(PartialDate date);
};

/// Part of a result: up to `limit` games after an id, ordered by id.
struct Page {
    std::int64_t after = 0;
    std::optional<std::int64_t> limit = std::nullopt;
};

/// Returns true if no condition is set, so that every game matches.
bool is_empty(const HeaderFilter& filter);

/// Iterates over the ids of the matching games.
class GameCursor {
public:
    GameCursor(const Store& store, const HeaderFilter& filter, Page page = {});
    std::optional<std::int64_t> next();

private:
    Statement statement_;
    IdOrder order_;
};

std::int64_t count_games(const Store& store, const HeaderFilter& filter);

}  // namespace cofnod::store
