#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace cofnod::store {

class Connection;

/// Deletes the rows of a game in all tables but game, and marks its index segment stale. Reports the number of deleted
/// rows per table to `deleted`.
void delete_rows_of_game(Connection& connection, std::int64_t game,
                         const std::function<void(std::string_view table, std::int64_t rows)>& deleted);

}  // namespace cofnod::store
