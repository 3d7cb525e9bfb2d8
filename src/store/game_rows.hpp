#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "store/connection.hpp"

namespace cofnod::store {

/// Takes away what the other tables hold of a game: its tags, texts and problems; its segment of the index goes stale.
/// `gone` is told how many rows of which.
void delete_rows_of_game(Connection& connection, std::int64_t game,
                         const std::function<void(std::string_view table, std::int64_t rows)>& gone);

}  // namespace cofnod::store
