#pragma once

#include <string_view>

#include "store/queries.hpp"

namespace cofnod::store {

/// Returns the SQL of a section `-- name: insert_game` of a file in schema/queries.
std::string_view sql_text(Sql query);

}  // namespace cofnod::store
