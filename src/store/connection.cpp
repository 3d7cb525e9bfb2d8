#include "store/connection.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "notation/time_control.hpp"
#include "store/connection_private.hpp"
#include "store/full_text.hpp"
#include "store/interruption.hpp"
#include "store/name_match.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

/// Returns errno of the last failed call of SQLite; 0: none.
int system_error(sqlite3* handle) { return handle ? sqlite3_system_errno(handle) : 0; }

/// Returns true if one of the `wanted` error numbers caused the failure. SQLite reports a full disk as a general I/O
/// error for locks, -shm files and file size limits, and a rollback may have overwritten the error number, so the files
/// are queried as well.
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
    throw LimitError(tr("{}: the disk is full", file),
                     tr("make room, then run the same command again: an import goes on where it stopped"));
}

void throw_if_there_is_no_room(sqlite3* handle, std::string_view file) {
    if (has_error(handle, {ENOSPC, EDQUOT})) throw_full_disk(file);
    if (has_error(handle, {EFBIG}))
        throw LimitError(tr("{}: no file may become so large here", file),
                         tr("raise the limit (ulimit -f), then run the same command again"));
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
            throw Busy(tr("{}: another program is writing to this database", file),
                       tr("wait until it has finished, then try again"));
        case SQLITE_NOTADB: throw StoreError(tr("{}: not a database", file), WayOut::Kind::name_database);
        case SQLITE_CORRUPT:
            throw StoreError(tr("{}: the database is damaged ({})", file, detail),
                             WayOut(WayOut::Kind::recover_database, {std::string(file)}));
        case SQLITE_INTERRUPT:  // by WorkLimit
            throw StoreError(tr("{}: the database is damaged (cyclic pages)", file),
                             WayOut(WayOut::Kind::recover_database, {std::string(file)}));
        case SQLITE_FULL: throw_full_disk(file);
        case SQLITE_READONLY:
            if (code == SQLITE_READONLY_ROLLBACK) throw_interrupted_write(file);
            [[fallthrough]];
        case SQLITE_PERM:
        case SQLITE_AUTH:
            throw StoreError(tr("{}: the database cannot be written to ({})", file, detail),
                             tr("check the permissions of the file and of its folder"));
        case SQLITE_CANTOPEN:
            throw StoreError(tr("{}: the database cannot be opened ({})", file, why(handle, detail)),
                             tr("check that the file and its folder exist and may be read"));
        case SQLITE_IOERR:
            throw_if_there_is_no_room(handle, file);
            throw StoreError(tr("{}: reading or writing failed ({}, code {})", file, detail, code),
                             tr("check the disk; what was committed before is safe"));
        case SQLITE_TOOBIG: throw LimitError(tr("{}: a text is too long for the database", file));
        case SQLITE_NOMEM: throw LimitError(tr("{}: out of memory", file));
        case SQLITE_ERROR:
        case SQLITE_SCHEMA:
        case SQLITE_MISMATCH:
        case SQLITE_CONSTRAINT:
            throw StoreError(tr("{}: a table of the database is not as cofnod makes it ({})", file, detail),
                             WayOut(WayOut::Kind::recover_database, {std::string(file)}));
        default:
            throw StoreError(
                tr("{}: {} (SQLite code {})", file, detail, code),
                tr("if it happens again, please report it: this is a fault in cofnod or a damaged database"));
    }
}

void throw_sqlite_error(int code, sqlite3* handle) {
    const char* const name = handle ? sqlite3_db_filename(handle, "main") : nullptr;
    throw_sqlite_error(code, handle, name ? name : "database");
}

namespace {

/// Steps allowed per byte of the file. The costliest query (top_players) needs 115 steps per game of at least 50 bytes;
/// integrity_check needs 50 per game, half of them for shorter rows.
constexpr std::uint64_t steps_a_byte = 16;

/// Steps allowed for any file.
constexpr std::uint64_t steps_of_any_file = 10'000'000;

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

}  // namespace

bool WorkLimit::is_reached() {
    if (is_interrupted()) return true;
    steps_ += steps_at_a_time;
    if (steps_ <= steps_of_any_file) return false;
    const std::uint64_t bytes = size_of(file_) + size_of(file_.string() + "-wal");
    return steps_ > steps_of_any_file + steps_a_byte * bytes;
}

namespace {

/// Maximum size of a text, blob or row in bytes: a game of at most 64 MiB, with its overhead.
constexpr int longest_value = 256 << 20;

/// Returns the "file:" URI of a path, with `?`, `#` and `%` escaped.
std::string to_uri(const std::string& path, std::string_view options) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '?' || c == '#' || c == '%') {
            uri += '%';
            uri += digits[static_cast<unsigned char>(c) >> 4];
            uri += digits[static_cast<unsigned char>(c) & 15];
        } else {
            uri += c;
        }
    }
    return uri.append(options);
}

/// Returns a file name that SQLite does not interpret, unlike ":memory:" and "file:...".
std::string to_name(const std::filesystem::path& path) {
    return path.is_absolute() ? path.string() : "./" + path.string();
}

/// How SQLite opens a file, by Connection::Mode.
struct HowOpened {
    int flags;
    std::string_view options;  ///< options of a URI; empty: opened by name
};
constexpr HowOpened how_opened[] = {
    {SQLITE_OPEN_READONLY, ""},
    {SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, "?immutable=1"},
    {SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, "?readonly_shm=1"},
    {SQLITE_OPEN_READWRITE, ""},
    {SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, ""},
};

/// Protects against a hostile schema: disables triggers, functions with side effects in views, and writes to the
/// schema.
void harden(sqlite3* db) {
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 200);
    sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 20);
    sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
}

/// Disables SQLite's memory statistics, which are not used and lock at each allocation. Call before any other function
/// of SQLite.
void disable_memory_statistics() {
#ifndef SQLITE3EXT_H  // a host has set up its SQLite itself
    [[maybe_unused]] static const int code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
#endif
}

std::string_view text_of(sqlite3_value* value) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

/// A function of two texts that is true or false.
template <bool (*test)(std::string_view, std::string_view)>
void text_function(sqlite3_context* context, int, sqlite3_value** arguments) {
    sqlite3_result_int(context, test(text_of(arguments[0]), text_of(arguments[1])));
}

std::string_view blob_of(sqlite3_value* value) {
    const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
    return {bytes, bytes ? static_cast<std::size_t>(sqlite3_value_bytes(value)) : 0};
}

void comment_contains_function(sqlite3_context* context, int, sqlite3_value** arguments) {
    if (const auto found = comment_contains(blob_of(arguments[0]), text_of(arguments[1])))
        return sqlite3_result_int(context, *found);
    sqlite3_result_error(context, "the annotations of a game are damaged", -1);
}

/// count_annotations(content, 'comment'); NULL for damaged content.
void count_annotations_function(sqlite3_context* context, int, sqlite3_value** arguments) {
    const bool comments = text_of(arguments[1]) == name_of(Annotations::Kind::comment);
    const auto count = count_annotations(blob_of(arguments[0]),
                                         comments ? Annotations::Kind::comment : Annotations::Kind::begin_variation);
    if (count) return sqlite3_result_int64(context, static_cast<std::int64_t>(*count));
    sqlite3_result_null(context);
}

/// is_time_class(value of TimeControl, number of a class).
void is_time_class_function(sqlite3_context* context, int, sqlite3_value** arguments) {
    const auto found = notation::read_time_class(text_of(arguments[0]));
    sqlite3_result_int(context, found && static_cast<int>(*found) == sqlite3_value_int(arguments[1]));
}

void add_function(sqlite3* db, const char* name, void (*function)(sqlite3_context*, int, sqlite3_value**)) {
    sqlite3_create_function_v2(db, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr, function,
                               nullptr, nullptr, nullptr);
}

}  // namespace

bool has_content(const std::filesystem::path& path) { return size_of(path) > 0; }

void Connection::Close::operator()(sqlite3* handle) const {
    if (!is_borrowed) sqlite3_close_v2(handle);
}

Connection::~Connection() {
    if (statements_) statements_->end();
}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

Connection::Connection(const std::filesystem::path& path, Mode mode)
    : mode_(mode),
      stoppable_(std::make_unique<Stoppable>()),
      work_limit_(std::make_unique<WorkLimit>(path)),
      busy_wait_(std::make_unique<BusyWait>(path)) {
    if (path.empty()) throw UsageError(tr("the name of the database is empty"), tr("name its file: archif.db"));
    const auto& [flags, options] = how_opened[static_cast<std::size_t>(mode)];
    const std::string name = options.empty() ? to_name(path) : to_uri(path.string(), options);
    disable_memory_statistics();
    sqlite3* opened = nullptr;
    const int code =
        sqlite3_open_v2(name.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    handle_.reset(opened);
    if (code != SQLITE_OK) throw_sqlite_error(code, opened, path.string());
    if (const char* const full_name = sqlite3_db_filename(opened, "main"))
        registered_ = std::make_unique<OpenDatabase>(full_name);

    harden(opened);
    sqlite3_busy_handler(
        opened, [](void* wait, int times) { return static_cast<int>(static_cast<BusyWait*>(wait)->wait(times)); },
        busy_wait_.get());
    sqlite3_progress_handler(
        opened, WorkLimit::steps_at_a_time,
        [](void* limit) { return static_cast<int>(static_cast<WorkLimit*>(limit)->is_reached()); }, work_limit_.get());
    add_functions(opened);
    // Readers repeat the same queries; preparing a statement takes longer than running most of them.
    if (mode != Mode::read_write && mode != Mode::create) statements_ = std::make_shared<StatementCache>();
}

Connection::Connection(sqlite3* host)
    : work_limit_(std::make_unique<WorkLimit>()),
      handle_(host, Close{true}),
      statements_(std::make_shared<StatementCache>()) {}

void Connection::add_functions(sqlite3* handle) {
    add_function(handle, "name_contains", text_function<name_contains>);
    add_function(handle, "names_player", text_function<names_player>);
    add_function(handle, "comment_contains", comment_contains_function);
    add_function(handle, "text_contains", text_function<text_contains>);
    add_function(handle, "is_time_class", is_time_class_function);
    add_function(handle, "count_annotations", count_annotations_function);  // for migration 8
}

std::string Connection::first_bytes(std::size_t count) const {
    sqlite3_file* file = nullptr;
    const int found = sqlite3_file_control(handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (found != SQLITE_OK || !file || !file->pMethods) throw_sqlite_error(SQLITE_CANTOPEN, handle());
    sqlite3_int64 size = 0;
    int code = file->pMethods->xFileSize(file, &size);
    std::string bytes(std::min(count, static_cast<std::size_t>(std::max<sqlite3_int64>(size, 0))), '\0');
    if (code == SQLITE_OK) code = file->pMethods->xRead(file, bytes.data(), static_cast<int>(bytes.size()), 0);
    // A short read means that the file was truncated since; the missing bytes read as zeros.
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) throw_sqlite_error(code, handle());
    return bytes;
}

void Connection::tolerate_damage() {
    // SQLite reads a truncated file, as far as its pages exist, only with these settings.
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
}

void Connection::allow_schema_writes(bool allowed) {
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, allowed ? 0 : 1, nullptr);
}

void Connection::run(Sql query) { run_script(sql_text(query)); }

void Connection::run_script(std::string_view sql) { Statement::run_all(*this, sql); }

std::string Connection::file_name() const {
    const char* const name = sqlite3_db_filename(handle(), "main");
    return name ? name : "";
}

bool Connection::is_interrupted_by_host() const {
    try {
        Statement(*this, Sql::take_steps).step();
        return false;
    } catch (const Interrupted&) {
        return true;
    }
}

bool Connection::in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }

std::optional<std::uint32_t> Connection::state_number() const {
    std::uint32_t number = 0;
    if (is_borrowed() || sqlite3_txn_state(handle(), "main") != SQLITE_TXN_READ ||
        sqlite3_file_control(handle(), "main", SQLITE_FCNTL_DATA_VERSION, &number) != SQLITE_OK)
        return std::nullopt;
    return number;
}

std::int64_t Connection::changed_rows() const { return sqlite3_changes64(handle()); }

std::int64_t Connection::total_changes() const { return sqlite3_total_changes64(handle()); }

std::int64_t Connection::last_insert_id() const { return sqlite3_last_insert_rowid(handle()); }

namespace {

bool can_write_beside(const std::filesystem::path& path) { return ::access(path.parent_path().c_str(), W_OK) == 0; }

bool exists(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

}  // namespace

std::filesystem::path real_path(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) real = std::filesystem::absolute(path, error);
    return error ? path : real;
}

Connection::Mode mode_to_read(const std::filesystem::path& path) {
    const std::string real = real_path(path).string();
    if (can_write_beside(real)) return Connection::Mode::read_only;
    // Reading in WAL mode needs the -shm file, which cannot be created in this folder. Without a -wal file or a journal
    // there is no writer, and the file itself is the whole database.
    if (!has_content(real + "-wal"))
        return has_content(real + "-journal") ? Connection::Mode::read_only : Connection::Mode::immutable;
    if (::access((real + "-shm").c_str(), R_OK) == 0) return Connection::Mode::read_only;
    throw StoreError(
        tr("{}: {}-wal beside it belongs to the database, and cannot be read in a folder that is not writable",
           path.string(), real),
        tr("copy both files into a folder that you may write to, and read the copy"));
}

void check_can_write(const std::filesystem::path& path) {
    const std::filesystem::path real = real_path(path);
    const auto refuse = [&](const std::string& what) {
        throw StoreError(tr("{}: the database cannot be written to: {} is not writable", path.string(), what),
                         tr("check the permissions of the file and of its folder"));
    };
    if (::access(real.c_str(), W_OK) != 0) refuse(real.string());
    if (!can_write_beside(real)) refuse(tr("the folder {}", real.parent_path().string()));
}

void throw_interrupted_write(const std::filesystem::path& path) {
    throw StoreError(tr("{}: a command that was writing to it has been interrupted; {}-journal is left of it",
                        path.string(), real_path(path).string()),
                     tr("run that command again; if it was an import, it goes on where it was interrupted"));
}

SidecarCleanup::SidecarCleanup(const std::filesystem::path& database)
    : database_(real_path(database)), stoppable_(std::make_unique<Stoppable>()) {}

SidecarCleanup::~SidecarCleanup() {
    const Resumed cleaning;
    const std::string name = database_.string();
    if ((!exists(name + "-shm") && !exists(name + "-wal")) || is_open_database(database_)) return;
    if (has_content(name + "-wal") || has_content(name + "-journal")) return;
    try {
        // SQLite removes both when the last writable connection is closed, unless another process holds locks.
        const Connection last(database_, Connection::Mode::read_write);
        Statement(last, Sql::user_version).run();
    } catch (...) {  // the database is in use
    }
}

}  // namespace cofnod::store
