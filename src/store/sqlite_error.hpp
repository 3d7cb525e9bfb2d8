#pragma once

#include <string_view>

struct sqlite3;

namespace cofnod::store {

/// Throws the error for a result code of SQLite, with a remedy. `file`: path of the database.
[[noreturn]] void throw_sqlite_error(int code, sqlite3* handle, std::string_view file);

/// Throws the error for a result code, with the path of the open database.
[[noreturn]] void throw_sqlite_error(int code, sqlite3* handle);

}  // namespace cofnod::store
