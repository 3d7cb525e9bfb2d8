#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "notation/languages.hpp"
#include "search/local_answers.hpp"
#include "store/connection.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"
#include "web/guard.hpp"
#include "web/http.hpp"

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

/// Holder of the games while one question is answered: the file, or servers.
class Holder {
public:
    virtual ~Holder() = default;
    [[nodiscard]] virtual bool is_file() const = 0;
    virtual search::Answers& games() = 0;
    /// Throws Refused unless it is the file.
    virtual store::Store& store() = 0;
};

/// A connection to the file. `has_snapshot`: all of an answer is of one state.
class FileHolder final : public Holder {
public:
    FileHolder(Stores& stores, bool has_snapshot) : lent_(stores.lend()) {
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

/// Servers, which know what was loaded.
class ServersHolder final : public Holder {
public:
    explicit ServersHolder(std::unique_ptr<search::Answers> games) : games_(std::move(games)) {}

    [[nodiscard]] bool is_file() const override { return false; }
    search::Answers& games() override { return *games_; }
    [[noreturn]] store::Store& store() override {
        throw Refused{501, say("this is not on the servers"),
                      say("ask the database that was loaded: cofnod serve FILE")};
    }

private:
    std::unique_ptr<search::Answers> games_;
};

/// State that all answers share.
struct Site {
    std::string database;  ///< its path as given
    notation::Languages languages;
    Token& token;
    bool writes = false;  ///< the database may be changed
    std::string made_by = {};
};

/// A request on its way to an answer.
struct Question {
    const Site& site;
    const Request& request;
    const Target& target;
    std::vector<std::string> captures;  ///< segments of the path that stand for {...} of the route
    Holder& holder;

    [[nodiscard]] search::Answers& games() const { return holder.games(); }
    /// Throws Refused if servers hold the games, which do not know all that the file does.
    [[nodiscard]] store::Store& store() const { return holder.store(); }

    /// Returns a captured id. Throws Refused if it is not a number.
    [[nodiscard]] std::int64_t id() const;

    /// Adds the address of the page after the game with this id, as a Link header.
    void link_next(Response& response, std::int64_t last) const;
};

}  // namespace cofnod::web
