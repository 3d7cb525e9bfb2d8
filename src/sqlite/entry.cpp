// Entry points that SQLite calls when it loads the extension: cofnod_init for everything, cofnodpure_init for the
// functions and tables that read no database, which are safe for untrusted statements.

#include "sqlite/functions.hpp"
#include "sqlite/virtual_table.hpp"
#include "store/connection.hpp"

// Pointer to the host's functions, shared by all files of the extension.
#undef SQLITE_EXTENSION_INIT1
const sqlite3_api_routines* sqlite3_api = nullptr;

namespace cofnod::sqlite {

namespace {

/// First version with STRICT tables; older ones cannot read the schema of cofnod databases.
constexpr int oldest_sqlite = 3037000;

int load(sqlite3* connection, char** message, bool is_pure) {
    if (sqlite3_libversion_number() < oldest_sqlite) {
        *message = sqlite3_mprintf("cofnod needs SQLite 3.37 or newer, this is %s", sqlite3_libversion());
        return SQLITE_ERROR;
    }
    const Fault fault = fault_of([&] {
        if (const int code = add_pure_functions(connection); code != SQLITE_OK) return code;
        if (const int code = add_table(connection, plies_table()); code != SQLITE_OK || is_pure) return code;
        store::Connection::add_functions(connection);
        if (const int code = add_game_functions(connection); code != SQLITE_OK) return code;
        for (const auto table : {search_table, found_table, tree_table, problems_table})
            if (const int code = add_table(connection, table()); code != SQLITE_OK) return code;
        return SQLITE_OK;
    });
    if (!fault.text.empty()) *message = sqlite3_mprintf("cofnod: %s", fault.text.c_str());
    return fault.code;
}

}  // namespace

}  // namespace cofnod::sqlite

extern "C" {

__attribute__((visibility("default"))) int sqlite3_cofnod_init(sqlite3* connection, char** message,
                                                               const sqlite3_api_routines* host) {
    sqlite3_api = host;
    return cofnod::sqlite::load(connection, message, false);
}

__attribute__((visibility("default"))) int sqlite3_cofnodpure_init(sqlite3* connection, char** message,
                                                                   const sqlite3_api_routines* host) {
    sqlite3_api = host;
    return cofnod::sqlite::load(connection, message, true);
}
}
