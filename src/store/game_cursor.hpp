#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "store/header_filter.hpp"
#include "store/id_order.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

class Store;

/// Iterates over the ids of the matching games.
class GameCursor {
public:
    GameCursor(const Store& store, const HeaderFilter& filter, Page page = {});
    /// Only of some games, ascending; takes time by their number.
    GameCursor(const Store& store, const HeaderFilter& filter, std::span<const std::int64_t> among);
    std::optional<std::int64_t> next();

private:
    Statement statement_;
    IdOrder order_;
};

std::int64_t count_games(const Store& store, const HeaderFilter& filter);

}  // namespace cofnod::store
