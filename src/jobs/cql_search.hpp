#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cql/script.hpp"
#include "cql/search.hpp"
#include "jobs/cql_files.hpp"
#include "jobs/cql_input.hpp"
#include "jobs/cql_order.hpp"
#include "jobs/host.hpp"
#include "jobs/text_origin.hpp"
#include "search/answers.hpp"

namespace cofnod {
struct LimitError;
}

namespace cofnod::cql {
struct ScriptLimit;
}

namespace cofnod::jobs {

struct ReadingSetup;

struct CqlOptions {
    bool count = false;      ///< games are counted, not passed on
    bool positions = false;  ///< with `count`: matching positions too
    bool remarks = false;    ///< keep the script's comments
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::optional<double> timeout = {};  ///< seconds
    std::optional<std::int64_t> limit = {};
    std::uint64_t memory = cql::Budget::usual;  ///< bytes that the script may keep
    std::string read_folder = {};               ///< for `readfile`; empty: none
    std::string write_folder = {};              ///< for `writefile`; empty: none
};

/// A script and its place.
struct CqlScript {
    TextOrigin origin;
    std::string text;
    cql::Script script;
};

/// Parses a script. A fault is a UsageError that shows it: "mate.cql:2:6: unknown filter 'atacks'", the line and a
/// caret.
CqlScript read_script(TextOrigin origin, std::string text, cql::ParseOptions how = {});

/// Receives what a script finds, in the order of the answer.
class CqlListener {
public:
    virtual ~CqlListener() = default;
    virtual void game(MatchedGame&& game, CqlInput& input) = 0;
    virtual void message(const std::string& text) = 0;
    /// Reports how an input was searched.
    virtual void searched(const cql::Survey& survey, const search::Query& question, double milliseconds) = 0;
};

/// Returns the error of a search that has taken longer than its timeout.
LimitError time_is_up(double seconds);

/// Searches databases and files by a script, one after another. Stops with Cancelled, with LimitError after the
/// timeout, and with cql::ScriptLimit (see placed_limit); finish() then passes on the games found until then.
class CqlSearch {
public:
    /// Options and listener must outlive it. Throws UsageError for options that cannot be met.
    CqlSearch(CqlScript script, const CqlOptions& options, const Host& host, CqlListener& listener);
    CqlSearch(const CqlSearch&) = delete;
    CqlSearch& operator=(const CqlSearch&) = delete;

    void search_database(const std::string& path, const search::Query& question, std::int64_t after = 0);
    /// Searches an open database, which must outlive it.
    void search_database(store::Store& store, const search::Query& question, std::int64_t after = 0);
    /// Searches the games of whatever answers: those that it cannot rule out are fetched, and matched here. `name`: of
    /// their database.
    void search_answers(std::unique_ptr<search::Answers> games, const std::string& name, const search::Query& question,
                        std::int64_t after = 0);
    /// The same; they must outlive it.
    void search_answers(search::Answers& answers, const std::string& name, const search::Query& question,
                        std::int64_t after = 0);
    /// Searches the games of a file as an importer reads them.
    void search_file(const std::string& path, const ReadingSetup& reading);
    /// Passes on the games that were kept to be sorted.
    void finish() { order_.finish(); }

    [[nodiscard]] const cql::CompiledScript& query() const { return query_; }
    [[nodiscard]] const CqlOrder& order() const { return order_; }
    [[nodiscard]] bool has_begun() const { return begun_; }  ///< started to look at games
    [[nodiscard]] std::int64_t games() const { return games_; }
    [[nodiscard]] std::int64_t positions() const { return positions_; }
    [[nodiscard]] std::int64_t damaged() const { return damaged_; }
    /// The values that the script carries from game to game; nullptr: none.
    [[nodiscard]] const cql::PersistentVariables* variables() const { return variables_.get(); }
    /// True if the script writes files but has no folder for them.
    [[nodiscard]] bool lacks_write_folder() const { return wants_to_write_ && !files_.may_write(); }
    /// Returns the error to show for a limit that was hit in the script.
    [[nodiscard]] LimitError placed_limit(const cql::ScriptLimit& limit) const;

private:
    friend class CqlFileSink;

    [[nodiscard]] cql::FindOptions find_options();
    void check_time() const;
    bool take(cql::ChunkMatches&& findings, const std::function<void(MatchedGame&)>& complete);
    void add_input(std::unique_ptr<CqlInput> input) { inputs_.push_back(std::move(input)); }

    TextOrigin script_origin_;
    std::string script_text_;
    cql::CompiledScript query_;
    const CqlOptions& options_;
    Host host_;
    CqlListener& listener_;
    cql::SharedBudget budget_;
    std::vector<std::unique_ptr<store::Store>> opened_;
    std::vector<std::unique_ptr<search::Answers>> asked_;
    std::vector<std::unique_ptr<CqlInput>> inputs_;
    CqlOrder order_;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::int64_t games_ = 0, positions_ = 0, looked_at_ = 0, damaged_ = 0;
    std::shared_ptr<cql::PersistentVariables> variables_;
    CqlFiles files_;
    bool wants_to_write_ = false;
    bool begun_ = false;
};

}  // namespace cofnod::jobs
