#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/tr.hpp"
#include "notation/languages.hpp"
#include "search/local_answers.hpp"
#include "store/connection.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"
#include "web/guard.hpp"
#include "web/http.hpp"

namespace cofnod::web {

/// Pool of database connections, one per question being answered. Connections are kept, since opening one costs more
/// than most answers; they are reopened when the file is replaced or the mode for reading it changes.
class Stores {
public:
    explicit Stores(std::filesystem::path path) : path_(std::move(path)) {}

    /// A connection that is returned to the pool on destruction.
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
    /// Identity of the file that is open, and the mode in which it can be read.
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

/// Access to the games while one question is answered: a file or servers.
class StoreHandle {
public:
    virtual ~StoreHandle() = default;
    [[nodiscard]] virtual bool is_file() const = 0;
    virtual search::Answers& games() = 0;
    /// Throws Refused unless the games are in a file.
    virtual store::Store& store() = 0;
};

/// A connection to the file. `has_snapshot`: the whole answer is from one state of the database.
class FileHandle final : public StoreHandle {
public:
    FileHandle(Stores& stores, bool has_snapshot) : lent_(stores.lend()) {
        if (has_snapshot) snapshot_.emplace((*lent_).connection());
    }

    [[nodiscard]] bool is_file() const override { return true; }
    search::Answers& games() override { return games_ ? *games_ : games_.emplace(*lent_); }
    store::Store& store() override { return *lent_; }

private:
    Stores::Lent lent_;
    std::optional<store::Snapshot> snapshot_;
    std::optional<search::LocalAnswers> games_;
};

/// Servers, which know only what was loaded.
class ServersHandle final : public StoreHandle {
public:
    explicit ServersHandle(std::unique_ptr<search::Answers> games) : games_(std::move(games)) {}

    [[nodiscard]] bool is_file() const override { return false; }
    search::Answers& games() override { return *games_; }
    [[noreturn]] store::Store& store() override {
        throw Refused{501, tr("this is not on the servers"), tr("ask the database that was loaded: cofnod serve FILE")};
    }

private:
    std::unique_ptr<search::Answers> games_;
};

/// State shared by all answers.
struct Site {
    std::string database;  ///< path as given
    notation::Languages languages;
    Token& token;
    bool writes = false;  ///< the database may be changed
    std::string made_by = {};
};

/// A request that is being answered.
struct Question {
    const Site& site;
    const Request& request;
    const Target& target;
    std::vector<std::string> captures;  ///< path segments that match {...} in the route
    StoreHandle& holder;

    [[nodiscard]] search::Answers& games() const { return holder.games(); }
    /// Throws Refused if the games are on servers, which lack some data of the file.
    [[nodiscard]] store::Store& store() const { return holder.store(); }

    /// Returns a captured id. Throws Refused if it is not a number.
    [[nodiscard]] std::int64_t id() const;

    /// Adds the address of the next page, which begins after the game with this id, as a Link header.
    void link_next(Response& response, std::int64_t last) const;
};

}  // namespace cofnod::web
