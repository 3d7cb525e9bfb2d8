#pragma once

#include <memory>
#include <optional>

#include "base/say.hpp"
#include "search/local_answers.hpp"
#include "store/transaction.hpp"
#include "web/response.hpp"
#include "web/stores.hpp"

namespace cofnod::web {

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

}  // namespace cofnod::web
