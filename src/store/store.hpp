#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;

namespace cofnod::store {

class Connection;
class SidecarCleanup;

enum class Access {
    read_only,
    read_older,  ///< read-only; accepts schemas of earlier releases
    read_write,
    create,  ///< read and write; a missing or empty file becomes a new database
};

/// Returns true if the file has the header of an SQLite database, of any program.
bool is_database(const std::filesystem::path& path);

/// Returns true if the file has the header of a cofnod database, of any version.
bool is_cofnod_database(const std::filesystem::path& path);

/// A cofnod database: an SQLite file with our application_id, migrated to the current schema version. For one thread;
/// open another Store for another thread.
class Store {
public:
    /// Throws StoreError if the file is missing, damaged, in use, not a cofnod database or written by a newer cofnod.
    static Store open(const std::filesystem::path& path, Access access);
    ~Store();
    Store(Store&& other) noexcept;
    Store& operator=(Store&& other) noexcept;

    /// Uses the main database of a host program's connection, uncommitted changes included. Throws StoreError if it is
    /// not a cofnod database or has another schema version.
    static Store over(sqlite3* host);
    /// Throws StoreError if a temporary table of the host has the name of one of ours, since queries would read it
    /// instead. Call before each query of a database opened by over().
    void check_not_hidden() const;

    [[nodiscard]] Connection& connection() { return *connection_; }
    [[nodiscard]] const Connection& connection() const { return *connection_; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Enlarges the page cache, for a program that runs many queries.
    void keep_pages() const;

    /// Returns a value of table property.
    [[nodiscard]] std::optional<std::string> property(std::string_view key) const;
    void set_property(std::string_view key, std::string_view value);

private:
    Store(std::filesystem::path path, Connection connection, std::unique_ptr<SidecarCleanup> cleanup = {});

    std::filesystem::path path_;
    std::unique_ptr<SidecarCleanup> cleanup_;  ///< runs after the connection is closed; nullptr: none
    std::unique_ptr<Connection> connection_;
};

/// Returns the schema version of this program: the highest number of a file in schema/.
int newest_schema_version();

/// Returns the first released version; databases with a lower number are refused.
int first_schema_version();

/// Returns PRAGMA user_version; 0 is a new file.
int schema_version(const Connection& connection);

/// Applies the missing migrations in order, in one transaction.
void migrate(Connection& connection);

}  // namespace cofnod::store
