#pragma once

#include <string_view>

namespace cofnod::store {

/// The SQL of that name: a section `-- name: insert_game` of a file in schema/queries. Names are unique over all
/// files. An unknown name is a fault in the program: std::logic_error.
std::string_view query(std::string_view name);

}  // namespace cofnod::store
