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

/// Files that a script may read and write: only those in two given folders.
class CqlFiles {
public:
    /// An empty name denies access. Throws InputError if a folder cannot be opened.
    CqlFiles(const std::string& read_folder, const std::string& write_folder);

    /// Returns the content of a file, or nullopt if it does not exist. Files are cached. Thread-safe.
    std::optional<std::string> read(const std::string& name);
    /// Creates the file with the first text, and appends the others.
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
    std::size_t input = 0;             ///< number of the input that it is in
    std::optional<GameRecord> record;  ///< set for a game of a file
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

/// Passes on the games that a script matches, in input order or as the script sorts them.
class CqlOrder {
public:
    using Take = std::function<void(MatchedGame&&)>;

    /// The script must outlive it.
    CqlOrder(const cql::CompiledScript& script, std::optional<std::int64_t> limit, cql::SharedBudget budget, Take take);

    /// Returns false if no more games are wanted.
    bool add(MatchedGame&& game);
    /// Passes on the games that were kept to be sorted.
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
    std::vector<MatchedGame> kept_;  ///< to be sorted
    cql::Account account_;           ///< of kept_
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

}  // namespace cofnod::operations
