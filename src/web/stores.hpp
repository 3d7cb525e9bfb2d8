#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "store/connection.hpp"
#include "store/store.hpp"

namespace cofnod::web {

/// Open connections to the database, one for each question that is being answered. Connections are kept, for opening
/// one costs more than most answers; when the file is replaced by another, or begins to be written to where nobody
/// could write before, they are opened again.
class Stores {
public:
    explicit Stores(std::filesystem::path path) : path_(std::move(path)) {}

    /// A connection, given back on destruction.
    class Lent {
    public:
        Lent(Stores& owner, std::unique_ptr<store::Store> store);
        ~Lent();
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;

        [[nodiscard]] store::Store& operator*() const { return *store_; }

    private:
        Stores& owner_;
        std::unique_ptr<store::Store> store_;
    };

    /// Throws StoreError if the database cannot be opened.
    [[nodiscard]] Lent lend();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    /// Target of the open connections: a file, and how it may be read.
    struct Identity {
        std::uint64_t device = 0, inode = 0;
        store::Connection::Mode mode = store::Connection::Mode::read_only;

        bool operator==(const Identity&) const = default;
    };
    [[nodiscard]] Identity identity() const;

    std::filesystem::path path_;
    std::mutex mutex_;
    Identity identity_;
    std::vector<std::unique_ptr<store::Store>> idle_;
};

}  // namespace cofnod::web
