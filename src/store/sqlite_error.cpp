#include "store/sqlite_error.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/system_message.hpp"
#include "base/ways_out.hpp"
#include "store/busy.hpp"
#include "store/sidecars.hpp"

namespace cofnod::store {

namespace {

/// Returns errno of the last failed call of SQLite; 0: none.
int system_error(sqlite3* handle) { return handle ? sqlite3_system_errno(handle) : 0; }

/// Returns true if one of the `wanted` error numbers caused the failure. SQLite reports a full disk as a general I/O
/// error for locks, -shm files and file size limits, and a rollback may have overwritten the error number, so the files
/// are asked as well.
bool has_error(sqlite3* handle, std::initializer_list<int> wanted) {
    std::vector<int> errors = {system_error(handle)};
    for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER}) {
        sqlite3_file* file = nullptr;
        int error = 0;
        if (handle && sqlite3_file_control(handle, "main", which, &file) == SQLITE_OK && file && file->pMethods &&
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK)
            errors.push_back(error);
    }
    return std::ranges::find_first_of(errors, wanted) != errors.end();
}

[[noreturn]] void throw_full_disk(std::string_view file) {
    throw LimitError(say("{}: the disk is full", file),
                     say("make room, then run the same command again: an import goes on where it stopped"));
}

void throw_if_there_is_no_room(sqlite3* handle, std::string_view file) {
    if (has_error(handle, {ENOSPC, EDQUOT})) throw_full_disk(file);
    if (has_error(handle, {EFBIG}))
        throw LimitError(say("{}: no file may become so large here", file),
                         say("raise the limit (ulimit -f), then run the same command again"));
}

/// Returns the reason why a file cannot be opened, preferring the operating system's message.
std::string why(sqlite3* handle, const char* detail) {
    const int error = system_error(handle);
    return error != 0 && error != ENOENT ? system_message(error) : detail;
}

}  // namespace

void throw_sqlite_error(int code, sqlite3* handle, std::string_view file) {
    const char* const detail = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    switch (code & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw Busy(say("{}: another program is writing to this database", file),
                       say("wait until it has finished, then try again"));
        case SQLITE_NOTADB: throw StoreError(say("{}: not a database", file), WayOut::Kind::name_database);
        case SQLITE_CORRUPT:
            throw StoreError(say("{}: the database is damaged ({})", file, detail),
                             WayOut(WayOut::Kind::recover_database, {std::string(file)}));
        case SQLITE_INTERRUPT:  // by WorkLimit
            throw StoreError(say("{}: the database is damaged (cyclic pages)", file),
                             WayOut(WayOut::Kind::recover_database, {std::string(file)}));
        case SQLITE_FULL: throw_full_disk(file);
        case SQLITE_READONLY:
            if (code == SQLITE_READONLY_ROLLBACK) throw_interrupted_write(file);
            [[fallthrough]];
        case SQLITE_PERM:
        case SQLITE_AUTH:
            throw StoreError(say("{}: the database cannot be written to ({})", file, detail),
                             say("check the permissions of the file and of its folder"));
        case SQLITE_CANTOPEN:
            throw StoreError(say("{}: the database cannot be opened ({})", file, why(handle, detail)),
                             say("check that the file and its folder exist and may be read"));
        case SQLITE_IOERR:
            throw_if_there_is_no_room(handle, file);
            throw StoreError(say("{}: reading or writing failed ({}, code {})", file, detail, code),
                             say("check the disk; what was committed before is safe"));
        case SQLITE_TOOBIG: throw LimitError(say("{}: a text is too long for the database", file));
        case SQLITE_NOMEM: throw LimitError(say("{}: out of memory", file));
        case SQLITE_ERROR:
        case SQLITE_SCHEMA:
        case SQLITE_MISMATCH:
        case SQLITE_CONSTRAINT:
            throw StoreError(say("{}: a table of the database is not as cofnod makes it ({})", file, detail),
                             WayOut(WayOut::Kind::recover_database, {std::string(file)}));
        default:
            throw StoreError(
                say("{}: {} (SQLite code {})", file, detail, code),
                say("if it happens again, please report it: this is a fault in cofnod or a damaged database"));
    }
}

void throw_sqlite_error(int code, sqlite3* handle) {
    const char* const name = handle ? sqlite3_db_filename(handle, "main") : nullptr;
    throw_sqlite_error(code, handle, name ? name : "database");
}

}  // namespace cofnod::store
