#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "store/connection.hpp"
#include "store/sidecars.hpp"

namespace cofnod::store {

enum class Access {
    read_only,
    read_write,
    create,  ///< read and write; a missing or empty file becomes a new database
};

/// Whether the file begins as an SQLite database does, ours or of another program.
bool is_database(const std::filesystem::path& path);

/// A database of games: an SQLite file with our application_id, brought to the schema version this program knows.
/// For one thread; open it once more for another.
class Store {
public:
    /// Throws StoreError where the file is missing, not ours, damaged, in use or of a newer cofnod.
    static Store open(const std::filesystem::path& path, Access access);

    [[nodiscard]] Connection& connection() { return connection_; }
    [[nodiscard]] const Connection& connection() const { return connection_; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Table property: what the bytes in the other tables mean.
    [[nodiscard]] std::optional<std::string> property(std::string_view key);
    void set_property(std::string_view key, std::string_view value);

private:
    Store(std::filesystem::path path, Connection connection, SidecarCleanup cleanup)
        : path_(std::move(path)), cleanup_(std::move(cleanup)), connection_(std::move(connection)) {}

    std::filesystem::path path_;
    SidecarCleanup cleanup_;  ///< when the connection is closed
    Connection connection_;
};

}  // namespace cofnod::store
