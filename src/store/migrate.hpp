#pragma once

#include "store/connection.hpp"

namespace cofnod::store {

/// The schema version that this program knows: the highest number in front of a file of schema/.
int newest_schema_version();

/// The first one released: databases with a lower number were made by programs that nobody has been given.
int first_schema_version();

/// PRAGMA user_version; 0 is a new file.
int schema_version(const Connection& connection);

/// Applies the missing files of schema/, in order and all or nothing.
void migrate(Connection& connection);

}  // namespace cofnod::store
