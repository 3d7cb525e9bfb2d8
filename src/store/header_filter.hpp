#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "game/record.hpp"
#include "store/id_order.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

/// Which games are meant, by what stands above their moves. What is not set, or empty, asks for nothing.
/// Names match where the text stands anywhere in them, as people compare names (name_match): "kasparov" finds
/// "Kasparov, Gary", and "sian" "Siân". Players are found by every spelling of theirs (aliases). Dates:
/// PartialDate::last_number says what is in a range; a game without a year is in none.
struct HeaderFilter {
    std::string player = {};  ///< on either side
    std::string white = {};
    std::string black = {};
    std::string event = {};
    std::string site = {};
    std::optional<PartialDate> date_from = {};
    std::optional<PartialDate> date_to = {};  ///< inclusive
    std::optional<Result> result = {};
    std::string eco = {};                      ///< its beginning: "B9"
    std::optional<std::int64_t> elo_min = {};  ///< of both players
    std::optional<std::int64_t> elo_max = {};
    std::optional<std::int64_t> plies_min = {};
    std::optional<std::int64_t> plies_max = {};
    std::optional<GameState> state = {};
    std::optional<GameKind> kind = {};
    std::string notation = {};  ///< exactly its code
    std::string source = {};    ///< part of the path
    std::optional<std::int64_t> first_id = {};
    std::optional<std::int64_t> last_id = {};

    /// Adds the condition "on or after `date`" or "on or before `date`" to those on dates that are there already.
    void add_date_from(PartialDate date);
    void add_date_to(PartialDate date);
};

/// A part of the answer: the games after an id, in the order of ids.
struct Page {
    std::int64_t after = 0;
    std::optional<std::int64_t> limit = std::nullopt;
};

/// Whether any condition is set; if not, every game is meant.
bool is_empty(const HeaderFilter& filter);

/// The ids of the games meant, one at a time.
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
