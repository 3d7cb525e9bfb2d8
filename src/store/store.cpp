#include "store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/problem.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "store/connection.hpp"
#include "store/embedded.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

struct Migration {
    int version;
    std::string_view sql;
};

/// Returns the migrations ordered by version: "schema/0007_first_release.sql" is version 7.
const std::vector<Migration>& migrations() {
    static const std::vector<Migration> all = [] {
        constexpr std::string_view folder = "schema/";
        std::vector<Migration> result;
        for (const auto& file : embedded::store_files) {
            const std::string_view name = file.name.substr(folder.size());
            int version = 0;
            if (std::from_chars(name.data(), name.data() + name.size(), version).ec == std::errc())
                result.push_back({version, file.text});
        }
        std::ranges::sort(result, {}, &Migration::version);
        return result;
    }();
    return all;
}

class SchemaWrites {
public:
    explicit SchemaWrites(Connection& connection) : connection_(connection) { connection_.allow_schema_writes(true); }
    ~SchemaWrites() { connection_.allow_schema_writes(false); }
    SchemaWrites(const SchemaWrites&) = delete;
    SchemaWrites& operator=(const SchemaWrites&) = delete;

private:
    Connection& connection_;
};

std::int64_t only_number(const Connection& connection, Sql query) {
    return Statement(connection, query).first_integer().value_or(0);
}

/// Writes the sentences of problems for the views. New sentences require a migration.
void write_problem_templates(Connection& connection) {
    Statement write(connection, Sql::write_problem_template);
    for (const ProblemTemplate& sentence : problem_templates())
        write.with(sentence.name, sentence.group, sentence.text).run();
}

}  // namespace

int newest_schema_version() { return migrations().back().version; }

int first_schema_version() { return migrations().front().version; }

int schema_version(const Connection& connection) {
    return static_cast<int>(only_number(connection, Sql::user_version));
}

void migrate(Connection& connection) {
    if (schema_version(connection) >= newest_schema_version()) return;
    const SchemaWrites allowed(connection);
    Transaction transaction(connection, Makes::part);
    // Checked again within the transaction: another program may have migrated meanwhile.
    const int version = schema_version(connection);
    for (const Migration& migration : migrations())
        if (migration.version > version) connection.run_script(migration.sql);
    write_problem_templates(connection);
    transaction.commit();
}

namespace {

constexpr std::int64_t our_application_id = 0x636F666E;  // "cofn"
constexpr std::string_view magic{"SQLite format 3\0", 16};

/// The beginning of the file header:
///
///      0  16 bytes  "SQLite format 3\0"
///     68   4 bytes  application_id, highest byte first
constexpr std::size_t header_size = 72;

bool has_magic(std::string_view header) { return header.starts_with(magic); }
bool has_our_id(std::string_view header) {
    return header.size() >= header_size && header.substr(header_size - 4).starts_with("cofn");
}

bool is_reading(Access access) { return access == Access::read_only || access == Access::read_older; }

[[noreturn]] void throw_not_ours(const std::filesystem::path& path, std::string_view what) {
    throw StoreError(tr("{}: not a cofnod database ({})", path.string(), what), WayOut::Kind::name_database);
}

/// Checks the file header before SQLite may touch the file.
void check_first_bytes(const Connection& connection, const std::filesystem::path& path) {
    const std::string header = connection.first_bytes(header_size);
    // With a rollback journal the header may be that of an interrupted write, which SQLite will roll back; but cofnod
    // never writes the id of another program.
    const bool is_interrupted = has_content(real_path(path).string() + "-journal");
    if (!has_magic(header)) {
        if (!is_interrupted) throw_not_ours(path, tr("not a database"));
    } else if (!has_our_id(header)) {
        throw_not_ours(path, tr("a database of another program"));
    }
}

/// Returns true if the file is missing or empty and may be created; throws StoreError if it cannot be opened.
bool is_new(const std::filesystem::path& path, Access access) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    const bool may_create = access == Access::create;
    if (error && status.type() != std::filesystem::file_type::not_found)
        throw StoreError(fmt::format("{}: {}", path.string(), system_message(error)),
                         tr("check the name, and the permissions of the file and of its folder"));
    if (!std::filesystem::exists(status)) {
        if (may_create) return true;
        throw StoreError(tr("{}: no such database", path.string()),
                         WayOut(WayOut::Kind::create_database, {path.string()}));
    }
    if (std::filesystem::is_directory(status))
        throw StoreError(tr("{}: a folder, not a database", path.string()), tr("name a file in it"));
    if (!std::filesystem::is_regular_file(status))
        throw StoreError(tr("{}: not a file", path.string()), tr("a database is an ordinary file"));
    if (std::filesystem::file_size(path, error) > 0 && !error) return false;
    if (may_create) return true;
    const std::string real = real_path(path).string();
    if (has_content(real + "-journal") || has_content(real + "-wal"))
        throw StoreError(tr("{}: there is nothing in it yet: the import that was making it has been "
                            "interrupted, or has only just begun",
                            path.string()),
                         WayOut(WayOut::Kind::run_import_again, {path.string()}));
    throw StoreError(tr("{}: the file is empty", path.string()), WayOut(WayOut::Kind::import_first, {path.string()}));
}

Connection::Mode mode_of(const std::filesystem::path& path, Access access) {
    if (access == Access::create) return Connection::Mode::create;
    return access == Access::read_write ? Connection::Mode::read_write : mode_to_read(path);
}

void check_version(const Connection& connection, const std::filesystem::path& path, Access access) {
    const int version = schema_version(connection);
    const int newest = newest_schema_version();
    if (version > newest)
        throw StoreError(
            tr("{}: written by a newer cofnod (schema {}; this one knows {})", path.string(), version, newest),
            tr("use that cofnod, or a newer one"));
    if (version < first_schema_version())
        throw StoreError(tr("{}: written by a cofnod that was never released (schema {}; releases begin with {})",
                            path.string(), version, first_schema_version()),
                         WayOut(WayOut::Kind::export_by_its_maker, {path.string()}));
    if (version < newest && access == Access::read_only)
        throw StoreError(
            tr("{}: written by an older cofnod (schema {}; this one needs {})", path.string(), version, newest),
            WayOut(WayOut::Kind::upgrade_by_import, {path.string()}));
}

/// Faults reported by Sql::foreign_parts.
[[maybe_unused]] constexpr std::array foreign_parts = {phrase("is not a table"), phrase("has a computed column"),
                                                       phrase("is not the full-text index")};

/// `column`: name of the column at fault, or empty.
[[noreturn]] void throw_foreign_part(const std::filesystem::path& path, std::string_view name, std::string_view what,
                                     std::string_view column) {
    std::string fault(translated(what));
    if (!column.empty()) fault.append(1, ' ').append(column);
    throw StoreError(tr("{}: {} {}: somebody has changed the database's schema", path.string(), name, fault),
                     WayOut(WayOut::Kind::undo_change_of_schema, {path.string()}));
}

/// Refuses views in place of tables and modified views, which might never terminate.
void check_schema(const Connection& connection, const std::filesystem::path& path) {
    for (Statement part(connection, Sql::foreign_parts); part.step();)
        throw_foreign_part(path, part.text(0), part.text(1), part.text(2));
    for (Statement view(connection, Sql::views_that_we_read); view.step();)
        if (view.text(1).empty() || std::ranges::none_of(embedded::store_files, [&](const auto& file) {
                return file.text.find(view.text(1)) != std::string::npos;
            }))
            throw_foreign_part(path, view.text(0), phrase("is a modified view"), {});
}

/// An open database; the connection is closed before its files are removed.
struct Opened {
    std::unique_ptr<SidecarCleanup> cleanup;
    Connection connection;
};

Opened open_file(const std::filesystem::path& path, Access access, Connection::Mode mode) {
    const bool fresh = is_new(path, access);
    if (!fresh && !is_reading(access)) check_can_write(path);
    Opened opened{.cleanup = {}, .connection = {path, mode}};
    Connection& connection = opened.connection;
    if (!fresh) check_first_bytes(connection, path);
    if (is_reading(access)) opened.cleanup = std::make_unique<SidecarCleanup>(path);
    // In this order: another program may create the database in between.
    const bool has_tables = access != Access::create || only_number(connection, Sql::table_count) > 0;
    const std::int64_t id = only_number(connection, Sql::application_id);
    const bool empty = id == 0 && !has_tables;
    if (id != our_application_id && !empty) throw_not_ours(path, tr("a database of another program"));
    if (!empty) check_version(connection, path, access);

    connection.run(Sql::set_up);
    if (!is_reading(access)) {
        if (empty) connection.run(Sql::set_up_new);
        migrate(connection);
        connection.run(Sql::set_up_writing);
    }
    if (!empty) check_schema(connection, path);
    return opened;
}

/// Opens a database even on a full disk: without the -shm file, if only that file does not fit.
Opened open_with_or_without_room(const std::filesystem::path& path, Access access) {
    const Connection::Mode mode = mode_of(path, access);
    if (mode != Connection::Mode::read_only) return open_file(path, access, mode);
    try {
        return open_file(path, access, mode);
    } catch (const LimitError&) {
        return open_file(path, access, Connection::Mode::read_only_without_room);
    }
}

/// Returns the header of a regular file; empty for any other file or one that cannot be read.
std::string header_of(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return {};  // reading from a pipe would consume it
    try {
        return Connection(path, Connection::Mode::read_only).first_bytes(header_size);
    } catch (const StoreError&) {
        return {};  // reported when it is opened
    }
}

}  // namespace

bool is_database(const std::filesystem::path& path) { return has_magic(header_of(path)); }

bool is_cofnod_database(const std::filesystem::path& path) {
    const std::string header = header_of(path);
    return has_magic(header) && has_our_id(header);
}

Store::Store(std::filesystem::path path, Connection connection, std::unique_ptr<SidecarCleanup> cleanup)
    : path_(std::move(path)),
      cleanup_(std::move(cleanup)),
      connection_(std::make_unique<Connection>(std::move(connection))) {}

Store::~Store() = default;
Store::Store(Store&& other) noexcept = default;

Store& Store::operator=(Store&& other) noexcept {
    connection_ = std::move(other.connection_);  // closed before its files are removed
    cleanup_ = std::move(other.cleanup_);
    path_ = std::move(other.path_);
    return *this;
}

Store Store::open(const std::filesystem::path& path, Access access) {
    Opened opened = open_with_or_without_room(path, access);
    return {path, std::move(opened.connection), std::move(opened.cleanup)};
}

Store Store::over(sqlite3* host) {
    Connection connection(host);
    const std::string name = connection.file_name();
    const std::filesystem::path path = name.empty() ? "main" : name;
    if (only_number(connection, Sql::application_id) != our_application_id)
        throw_not_ours(path, tr("main is a database of another program"));
    check_version(connection, path, Access::read_only);
    check_schema(connection, path);
    Store store{path, std::move(connection)};
    store.check_not_hidden();
    return store;
}

void Store::keep_pages() const { connection_->run(Sql::keep_pages); }

void Store::check_not_hidden() const {
    if (Statement hidden(*connection_, Sql::hidden_tables); hidden.step())
        throw StoreError(tr("the temporary table {0} hides the table {0} of the database", hidden.text(0)),
                         tr("drop it, or give it another name"));
}

std::optional<std::string> Store::property(std::string_view key) const {
    return Statement(*connection_, Sql::read_property).with(key).first_text();
}

void Store::set_property(std::string_view key, std::string_view value) {
    Statement(*connection_, Sql::write_property).with(key, value).run();
}

}  // namespace cofnod::store
