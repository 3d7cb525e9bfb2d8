#pragma once

#include <string_view>

#include "store/header_filter.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

class Store;

/// Prepares the query `head`, which selects from `game g`, for the games of a filter and page, ordered by id.
Statement search_statement(const Store& store, Sql head, const HeaderFilter& filter, Page page);

}  // namespace cofnod::store
