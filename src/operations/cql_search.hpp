#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/system.hpp"
#include "cql/run/finder.hpp"
#include "cql/search.hpp"
#include "cql/syntax.hpp"
#include "games/record/record.hpp"
#include "operations/host.hpp"
#include "operations/placed.hpp"
#include "search/answers.hpp"
#include "store/game_reader.hpp"

namespace cofnod::operations {

/// Files that a script may read and write, confined to two given folders.
class CqlFiles {
public:
    /// An empty name denies access. Throws InputError if a folder cannot be opened.
    CqlFiles(const std::string& read_folder, const std::string& write_folder);

    /// Returns the content of a file, or nullopt if it does not exist. Files are cached. Thread-safe.
    std::optional<std::string> read(const std::string& name);
    /// Creates the file with the first text, and appends later texts to it.
    void write(const std::string& name, const std::string& text);

    [[nodiscard]] bool may_read() const { return from_.has_value(); }
    [[nodiscard]] bool may_write() const { return to_.has_value(); }

private:
    std::optional<std::string> content_of(const std::string& name) const;

    std::optional<OpenFolder> from_, to_;
    std::string read_folder_, write_folder_;
    std::mutex lock_;
    std::map<std::string, std::optional<std::string>> files_read_;
    std::size_t bytes_read_ = 0;  ///< total bytes in files_read_
    std::map<std::string, FileIdentity> files_written_;
};

/// A game that a script matches.
struct MatchedGame {
    cql::FoundGame found;
    std::size_t input = 0;             ///< index of its input
    std::optional<GameRecord> record;  ///< only for a game of a file
};

/// An input that was searched; returns its games in full.
class CqlInput {
public:
    virtual ~CqlInput() = default;
    /// The path of a database; empty for a file.
    [[nodiscard]] virtual std::string database() const { return {}; }
    virtual std::optional<store::GameHeader> header(const MatchedGame& game) = 0;
    /// Valid until the next call.
    virtual std::optional<store::GameMoves> moves(const MatchedGame& game) = 0;
    virtual std::optional<GameRecord> record(const MatchedGame& game) = 0;
};

/// Forwards the games that a script matches, in input order or as the script sorts them.
class CqlOrder {
public:
    using Take = std::function<void(MatchedGame&&)>;

    /// The script must outlive it.
    CqlOrder(const cql::CompiledScript& script, std::optional<std::int64_t> limit, cql::SharedBudget budget, Take take);

    /// Returns false if no more games are wanted.
    bool add(MatchedGame&& game);
    /// Forwards the games that were kept to be sorted.
    void finish();

    [[nodiscard]] bool is_sorted() const { return sorted_; }
    [[nodiscard]] bool is_full() const { return limit_ && !sorted_ && passed_ >= *limit_; }
    [[nodiscard]] std::int64_t passed() const { return passed_; }
    [[nodiscard]] std::int64_t last_game() const { return last_game_; }

private:
    [[nodiscard]] bool comes_before(const MatchedGame& a, const MatchedGame& b) const;
    void keep(MatchedGame&& game);
    void drop_behind_limit();
    void pass(MatchedGame&& game);

    const cql::CompiledScript& script_;
    std::optional<std::int64_t> limit_;
    Take take_;
    bool sorted_;
    std::vector<MatchedGame> kept_;  ///< games to be sorted
    cql::Account account_;           ///< memory of kept_
    std::int64_t passed_ = 0, last_game_ = 0;
};

}  // namespace cofnod::operations

namespace cofnod {

struct LimitError;

}  // namespace cofnod

namespace cofnod::cql {

struct ScriptLimit;

}  // namespace cofnod::cql

namespace cofnod::operations {

struct ReadingSetup;

struct CqlOptions {
    bool count = false;      ///< count games without forwarding them
    bool positions = false;  ///< with `count`: count matching positions too
    bool remarks = false;    ///< keep the script's comments
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::optional<double> timeout = {};  ///< seconds
    std::optional<std::int64_t> limit = {};
    std::uint64_t memory = cql::Budget::usual;  ///< bytes that the script may keep
    std::string read_folder = {};               ///< for `readfile`; empty: none
    std::string write_folder = {};              ///< for `writefile`; empty: none
};

/// A script and its origin.
struct CqlScript {
    TextOrigin origin;
    std::string text;
    cql::Script script;
};

/// Parses a script. Throws UsageError with the place, the line and a caret: "mate.cql:2:6: unknown filter 'atacks'".
CqlScript read_script(TextOrigin origin, std::string text, cql::ParseOptions how = {});

/// Receives the results of a script, in output order.
class CqlListener {
public:
    virtual ~CqlListener() = default;
    virtual void game(MatchedGame&& game, CqlInput& input) = 0;
    virtual void message(const std::string& text) = 0;
    /// Reports statistics of the search of an input.
    virtual void searched(const cql::Survey& survey, const search::Query& question, double milliseconds) = 0;
};

/// Returns the error for a search that has exceeded its timeout.
LimitError time_is_up(double seconds);

/// Searches databases and files with a script, one after another. Throws Cancelled on request, LimitError after the
/// timeout, and cql::ScriptLimit (see placed_limit); finish() then forwards the games found so far.
class CqlSearch {
public:
    /// Options and listener must outlive it. Throws UsageError for invalid options.
    CqlSearch(CqlScript script, const CqlOptions& options, const Host& host, CqlListener& listener);
    CqlSearch(const CqlSearch&) = delete;
    CqlSearch& operator=(const CqlSearch&) = delete;

    void search_database(const std::string& path, const search::Query& question, std::int64_t after = 0);
    /// Searches an open database, which must outlive it.
    void search_database(store::Store& store, const search::Query& question, std::int64_t after = 0);
    /// Searches the games of any provider of answers: candidates are fetched, and matched here. `name`: name of their
    /// database.
    void search_answers(std::unique_ptr<search::Answers> games, const std::string& name, const search::Query& question,
                        std::int64_t after = 0);
    /// Searches `answers`, which must outlive it.
    void search_answers(search::Answers& answers, const std::string& name, const search::Query& question,
                        std::int64_t after = 0);
    /// Searches the games of a file as the importer reads them.
    void search_file(const std::string& path, const ReadingSetup& reading);
    /// Forwards the games that were kept to be sorted.
    void finish() { order_.finish(); }

    [[nodiscard]] const cql::CompiledScript& query() const { return query_; }
    [[nodiscard]] const CqlOrder& order() const { return order_; }
    [[nodiscard]] bool has_begun() const { return begun_; }  ///< has started to examine games
    [[nodiscard]] std::int64_t games() const { return games_; }
    [[nodiscard]] std::int64_t positions() const { return positions_; }
    [[nodiscard]] std::int64_t damaged() const { return damaged_; }
    /// Values that the script carries from game to game; nullptr: none.
    [[nodiscard]] const cql::PersistentVariables* variables() const { return variables_.get(); }
    /// Returns true if the script writes files but has no folder for them.
    [[nodiscard]] bool lacks_write_folder() const { return wants_to_write_ && !files_.may_write(); }
    /// Converts a limit that was hit in the script to the error to show.
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

}  // namespace cofnod::operations
