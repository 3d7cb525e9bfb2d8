#pragma once

#include <string>

#include "columns/parquet.hpp"

/// Versions that the meaning of columns depends on.
namespace cofnod::columns {

/// Version of tables.def: another number if a column is removed, or means something else.
inline constexpr const char* schema_version = "1";

/// Returns the versions of the keys of positions: "chess 1, camelot 1".
std::string key_versions();
/// Returns the versions of packed moves, in the same form.
std::string packing_versions();

/// Returns what each file says of these.
Metadata metadata();

}  // namespace cofnod::columns
