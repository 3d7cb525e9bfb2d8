#pragma once

#include <string_view>

struct sqlite3;

namespace cofnod::store {

/// Throws what a result code of SQLite means to the user, with a remedy. `file` names the database.
[[noreturn]] void throw_sqlite_error(int code, sqlite3* handle, std::string_view file);

/// Same, of an open database that knows its own name.
[[noreturn]] void throw_sqlite_error(int code, sqlite3* handle);

}  // namespace cofnod::store
