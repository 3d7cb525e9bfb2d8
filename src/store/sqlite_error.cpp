#include "store/sqlite_error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/error.hpp"

namespace cofnod::store {

void throw_sqlite_error(int code, sqlite3* handle, std::string_view file) {
    const char* const detail = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    switch (code & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw StoreError(fmt::format("{}: another program is writing to this database", file),
                             "wait until it has finished, then try again");
        case SQLITE_NOTADB:
            throw StoreError(fmt::format("{}: not a database", file), "name a file that 'cofnod import' has made");
        case SQLITE_CORRUPT:
            throw StoreError(
                fmt::format("{}: the database is damaged ({})", file, detail),
                fmt::format("restore it from a copy, or save what can be read: cofnod recover {} NEW.db", file));
        case SQLITE_INTERRUPT:  // by WorkLimit
            throw StoreError(
                fmt::format("{}: the database is damaged (its rows come to no end)", file),
                fmt::format("restore it from a copy, or save what can be read: cofnod recover {} NEW.db", file));
        case SQLITE_FULL:
            throw LimitError(fmt::format("{}: the disk is full", file),
                             "make room, then run the same command again: it goes on where it stopped");
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            throw StoreError(fmt::format("{}: the database cannot be written to ({})", file, detail),
                             "check the permissions of the file and of its folder");
        case SQLITE_CANTOPEN:
            throw StoreError(fmt::format("{}: the database cannot be opened ({})", file, detail),
                             "check that the file and its folder exist and may be read");
        case SQLITE_IOERR:
            throw StoreError(fmt::format("{}: reading or writing failed ({}, code {})", file, detail, code),
                             "check the disk; what was committed before is safe");
        case SQLITE_TOOBIG: throw LimitError(fmt::format("{}: a text is too long for the database", file));
        case SQLITE_NOMEM: throw LimitError(fmt::format("{}: out of memory", file));
        case SQLITE_ERROR:
        case SQLITE_SCHEMA:
        case SQLITE_MISMATCH:
        case SQLITE_CONSTRAINT:
            throw StoreError(
                fmt::format("{}: a table of the database is not as cofnod makes it ({})", file, detail),
                fmt::format("restore it from a copy, or save what can be read: cofnod recover {} NEW.db", file));
        default:
            throw StoreError(fmt::format("{}: {} (SQLite code {})", file, detail, code),
                             "if it happens again, please report it: this is a fault in cofnod or a damaged database");
    }
}

void throw_sqlite_error(int code, sqlite3* handle) {
    const char* const name = handle ? sqlite3_db_filename(handle, "main") : nullptr;
    throw_sqlite_error(code, handle, name ? name : "database");
}

}  // namespace cofnod::store
