#include "store/statement.hpp"

#include <sqlite3.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "store/connection.hpp"
#include "store/connection_private.hpp"
#include "store/embedded.hpp"
#include "store/interruption.hpp"

namespace cofnod::store {

namespace {

/// Returns all sections in the order of files and sections, which is also the order of the enumerators.
std::vector<std::string_view> sections() {
    constexpr std::string_view mark = "-- name: ";
    std::vector<std::string_view> all;
    for (const auto& file : embedded::store_files) {
        if (!file.name.starts_with("schema/queries/")) continue;
        for (auto begin = file.text.find(mark); begin != std::string_view::npos;) {
            const auto next = file.text.find(mark, begin + mark.size());
            const auto section = file.text.substr(begin, next - begin);
            all.push_back(section.substr(section.find('\n')));
            begin = next;
        }
    }
    return all;
}

}  // namespace

std::string_view sql_text(Sql query) {
    static const std::vector<std::string_view> all = sections();
    return all[static_cast<std::size_t>(query)];
}

void Statement::Finalize::operator()(sqlite3_stmt* handle) const {
    cache ? cache->give_back(*place, handle) : static_cast<void>(sqlite3_finalize(handle));
}

StatementCache::Place* StatementCache::place_of(std::string_view sql) {
    if (const auto found = kept_.find(sql); found != kept_.end()) return &found->second;
    if (kept_.size() == most_texts) return nullptr;
    return &kept_.emplace(sql, Place{}).first->second;
}

sqlite3_stmt* StatementCache::take(Place& place) {
    if (place.empty()) return nullptr;
    sqlite3_stmt* const statement = place.back();
    place.pop_back();
    return statement;
}

void StatementCache::give_back(Place& place, sqlite3_stmt* statement) {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (has_ended_ || place.size() == most_of_text)
        sqlite3_finalize(statement);
    else
        place.push_back(statement);
}

void StatementCache::end() {
    has_ended_ = true;
    for (auto& [text, statements] : kept_) {
        for (sqlite3_stmt* const statement : statements) sqlite3_finalize(statement);
        statements.clear();
    }
}

bool Statement::take_kept(const Connection& connection, std::string_view sql) {
    const auto& cache = connection.statements();
    StatementCache::Place* const place = cache ? cache->place_of(sql) : nullptr;
    if (!place) return false;
    handle_ = {cache->take(*place), Finalize(cache, place)};
    work_limit_ = &connection.work_limit();
    return handle_ != nullptr;
}

Statement::Statement(const Connection& connection, Sql query) : Statement(of_text(connection, sql_text(query))) {}

Statement Statement::of_text(const Connection& connection, std::string_view sql) {
    Statement statement;
    if (!statement.take_kept(connection, sql)) statement.prepare(connection, sql);
    return statement;
}

void Statement::run_all(const Connection& connection, std::string_view sql) {
    while (!sql.empty()) {
        Statement next;
        sql = next.prepare(connection, sql);
        if (next.handle_) next.run();
    }
}

std::string_view Statement::prepare(const Connection& connection, std::string_view sql) {
    connection.work_limit().begin_little();
    sqlite3_stmt* prepared = nullptr;
    const char* rest = sql.data();
    const int code = sqlite3_prepare_v3(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &prepared, &rest);
    handle_.reset(prepared);
    if (code == SQLITE_INTERRUPT && connection.is_borrowed()) throw Interrupted{};
    if (code != SQLITE_OK) throw_sqlite_error(code, connection.handle());
    work_limit_ = &connection.work_limit();
    return sql.substr(static_cast<std::size_t>(rest - sql.data()));
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) throw_sqlite_error(code, sqlite3_db_handle(handle_.get()));
}

void Statement::bind(int parameter, std::int64_t value) { check(sqlite3_bind_int64(handle_.get(), parameter, value)); }

void Statement::bind(int parameter, std::nullptr_t) { check(sqlite3_bind_null(handle_.get(), parameter)); }

// An empty string_view may have a null pointer, which SQLite would bind as NULL.

void Statement::bind(int parameter, std::string_view text) {
    check(sqlite3_bind_text64(handle_.get(), parameter, text.data() ? text.data() : "", text.size(), SQLITE_STATIC,
                              SQLITE_UTF8));
}

void Statement::bind(int parameter, Blob blob) {
    check(sqlite3_bind_blob64(handle_.get(), parameter, blob.bytes.data() ? blob.bytes.data() : "", blob.bytes.size(),
                              SQLITE_STATIC));
}

void Statement::bind_copy(int parameter, std::string_view text) {
    check(sqlite3_bind_text64(handle_.get(), parameter, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8));
}

int Statement::parameter(const char* name) const {
    if (const auto index = find_parameter(name)) return *index;
    throw std::logic_error(std::string("no parameter is named ") + name);
}

std::optional<int> Statement::find_parameter(const char* name) const {
    const int index = sqlite3_bind_parameter_index(handle_.get(), name);
    return index == 0 ? std::nullopt : std::optional(index);
}

bool Statement::step() {
    check_interruption();
    work_limit_->begin();
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    sqlite3* const db = sqlite3_db_handle(handle_.get());
    const ResetAtEnd reset(*this);
    if (code == SQLITE_INTERRUPT || code == SQLITE_BUSY) check_interruption();
    if (code == SQLITE_INTERRUPT && work_limit_->is_of_host()) throw Interrupted{};
    throw_sqlite_error(code, db);
}

void Statement::run() {
    while (step()) {
    }
    reset();
}

void Statement::reset() { sqlite3_reset(handle_.get()); }

std::optional<std::int64_t> Statement::first_integer() {
    const ResetAtEnd reset(*this);
    return step() ? optional_integer(0) : std::nullopt;
}

std::optional<std::string> Statement::first_text() {
    const ResetAtEnd reset(*this);
    return step() && !is_null(0) ? std::optional<std::string>(text(0)) : std::nullopt;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }

std::string_view Statement::text(int column) const {
    const std::string_view text = long_text(column);
    if (text.size() <= longest_text) return text;
    throw StoreError(
        tr("{}: the database is damaged: {} has a text of {} bytes", file(), column_name(column), text.size()),
        tr("restore it from a copy: no import stores a name or a tag that is longer than 1 MiB"));
}

std::string_view Statement::long_text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)))
                : std::string_view();
}

std::string_view Statement::blob(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)))
                 : std::string_view();
}

bool Statement::is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }

std::string Statement::file() const {
    const char* const name = sqlite3_db_filename(sqlite3_db_handle(handle_.get()), "main");
    return name ? name : "";
}

int Statement::column_count() const { return sqlite3_column_count(handle_.get()); }

std::string_view Statement::column_name(int column) const {
    const char* const name = sqlite3_column_name(handle_.get(), column);
    return name ? name : "";
}

std::optional<std::int64_t> Statement::optional_integer(int column) const {
    if (is_null(column)) return std::nullopt;
    return integer(column);
}

void IdOrder::throw_out_of_order(const Statement& row) {
    const std::string file = row.file();
    throw StoreError(tr("{}: the database is damaged (rows are out of order)", file),
                     WayOut(WayOut::Kind::recover_database, {file}));
}

}  // namespace cofnod::store
