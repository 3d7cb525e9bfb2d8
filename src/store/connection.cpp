#include "store/connection.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "base/open_databases.hpp"
#include "base/say.hpp"
#include "store/busy.hpp"
#include "store/comment_match.hpp"
#include "store/interruption.hpp"
#include "store/name_match.hpp"
#include "store/query.hpp"
#include "store/sqlite_error.hpp"
#include "store/statement.hpp"
#include "store/statement_cache.hpp"
#include "store/work_limit.hpp"

namespace cofnod::store {

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

int flags_of(Connection::Mode mode) {
    switch (mode) {
        case Connection::Mode::read_only: return SQLITE_OPEN_READONLY;
        case Connection::Mode::immutable:
        case Connection::Mode::read_only_without_room: return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
        case Connection::Mode::read_write: return SQLITE_OPEN_READWRITE;
        case Connection::Mode::create: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    }
    return 0;
}

std::string name_of(const std::filesystem::path& path, Connection::Mode mode) {
    switch (mode) {
        case Connection::Mode::immutable: return to_uri(path.string(), "?immutable=1");
        case Connection::Mode::read_only_without_room: return to_uri(path.string(), "?readonly_shm=1");
        default: return to_name(path);
    }
}

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

void name_contains_function(sqlite3_context* context, int, sqlite3_value** arguments) {
    sqlite3_result_int(context, name_contains(text_of(arguments[0]), text_of(arguments[1])));
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

void text_contains_function(sqlite3_context* context, int, sqlite3_value** arguments) {
    sqlite3_result_int(context, text_contains(text_of(arguments[0]), text_of(arguments[1])));
}

void add_function(sqlite3* db, const char* name, void (*function)(sqlite3_context*, int, sqlite3_value**)) {
    sqlite3_create_function_v2(db, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr, function,
                               nullptr, nullptr, nullptr);
}

}  // namespace

bool has_content(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return !error && size > 0;
}

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
    if (path.empty()) throw UsageError(say("the name of the database is empty"), say("name its file: archif.db"));
    const std::string name = name_of(path, mode);
    disable_memory_statistics();
    sqlite3* opened = nullptr;
    const int code =
        sqlite3_open_v2(name.c_str(), &opened, flags_of(mode) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
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
    // Who reads asks the same again and again; to prepare a statement takes longer than most of their answers.
    if (mode != Mode::read_write && mode != Mode::create) statements_ = std::make_shared<StatementCache>();
}

Connection::Connection(sqlite3* host)
    : work_limit_(std::make_unique<WorkLimit>()),
      handle_(host, Close{true}),
      statements_(std::make_shared<StatementCache>()) {}

void Connection::add_functions(sqlite3* handle) {
    add_function(handle, "name_contains", name_contains_function);
    add_function(handle, "comment_contains", comment_contains_function);
    add_function(handle, "text_contains", text_contains_function);
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
    // Only then does SQLite read pages past the end of the file as far as they exist.
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
}

void Connection::allow_schema_writes(bool allowed) {
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, allowed ? 0 : 1, nullptr);
}

void Connection::run(Sql query) { run_script(sql_text(query)); }

void Connection::run_script(std::string_view sql) { Statement::run_all(*this, sql); }

void Connection::wait_at_most(std::chrono::milliseconds time) {
    if (busy_wait_) busy_wait_->set_longest(time);
}

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

}  // namespace cofnod::store
