#pragma once

namespace cofnod::store {

class Connection;

/// Returns the schema version of this program: the highest number of a file in schema/.
int newest_schema_version();

/// Returns the first released version; databases with a lower number are refused.
int first_schema_version();

/// Returns PRAGMA user_version; 0 is a new file.
int schema_version(const Connection& connection);

/// Applies the missing migrations in order, in one transaction.
void migrate(Connection& connection);

}  // namespace cofnod::store
