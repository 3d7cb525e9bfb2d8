#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/error.hpp"
#include "cli/cql_answer.hpp"
#include "cli/cql_files.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cql/search.hpp"
#include "importers/import.hpp"
#include "notation/languages.hpp"
#include "search/query.hpp"

namespace cofnod::cli {

/// What is asked besides the script; `search` and `cql` share it.
struct CqlOptions {
    bool count = false;
    bool positions = false;  ///< count them too
    bool explain = false;
    bool has_pages = false;  ///< the command has --page-after
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::optional<double> timeout;  ///< seconds
    std::optional<std::int64_t> limit;
    OutputFormat format = OutputFormat::automatic;
    std::uint64_t memory = cql::Budget::usual;  ///< bytes that the script may keep
    std::string read_folder;                    ///< where `readfile` may read; empty: nowhere
    std::string write_folder;                   ///< where `writefile` may write; empty: nowhere
};

/// A script and where it was written.
struct CqlScript {
    std::string name;  ///< a file, or an option: `--cql`
    std::string text;
    cql::Script script;
};

/// Reads a script. A fault is a UsageError that shows it: "mate.cql:2:6: there is no filter 'atacks'", the line and a
/// caret.
CqlScript read_script(std::string name, std::string text);

/// Holds a script against databases and files, one after another.
class CqlRun {
public:
    /// All of it must outlive the run.
    CqlRun(CqlScript script, const CqlOptions& options, const notation::Languages& languages,
           const pgn::WriteOptions& how, CqlSources sources, Streams& io);
    CqlRun(const CqlRun&) = delete;
    CqlRun& operator=(const CqlRun&) = delete;

    void search_database(const std::string& path, const search::Query& question, std::int64_t after = 0);
    /// Games as importers read them; `how`: in which notation and character set.
    void search_file(const std::string& path, const importers::Options& how, const importers::Charset* charset);
    /// Tells of an input that cannot be read, or not to its end; others may follow.
    void fail(const Error& error);
    /// Whether the answer was finished: not, where there was nothing to search.
    [[nodiscard]] bool has_answered() const { return answered_; }

    /// Calls `work`, which searches, and finishes the answer. Where Ctrl-C, the time or a fault ends it, what was
    /// found until then is written first. The exit code.
    template <typename Work>
    int run(const Work& work) {
        const InterruptGuard guard;
        try {
            work();
        } catch (const Interrupted&) {
            is_complete_ = false;
            finish();
            tell_of_interrupt();
            return InterruptGuard::exit_code();
        } catch (const cql::ScriptLimit& limit) {
            is_complete_ = false;
            if (begun_) finish();
            throw_placed(limit);
        } catch (const Error&) {
            is_complete_ = false;
            if (begun_) finish();
            throw;
        }
        if (failed_ == ExitCode::ok) return finish();
        if (begun_) finish();
        return static_cast<int>(failed_);
    }

private:
    friend class CqlFileSink;

    /// Writes what is left to write. The exit code.
    int finish();
    [[nodiscard]] cql::FindOptions find_options();
    void tell_of_interrupt();
    [[noreturn]] void throw_placed(const cql::ScriptLimit& limit) const;
    void check_time() const;
    [[nodiscard]] bool is_full() const {
        return options_.limit && !answer_.is_sorted() && answer_.written() >= *options_.limit;
    }
    bool take(cql::Findings&& findings, const std::function<void(MatchedGame&)>& complete);
    void explain(const cql::Survey& survey, const search::Query& question, double milliseconds);
    void print_variables();
    void print_counts();
    void print_summary();

    std::string script_name_, script_text_;
    cql::Query query_;
    const CqlOptions& options_;
    const notation::Languages& languages_;
    Streams& io_;
    cql::SharedBudget budget_;
    CqlAnswer answer_;
    Progress progress_;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::int64_t games_ = 0, positions_ = 0, looked_at_ = 0, damaged_ = 0;
    std::shared_ptr<cql::PersistentVariables>
        variables_;  ///< that the script carries on from game to game; else nothing
    CqlFiles files_;
    bool wants_to_write_ = false;
    bool begun_ = false;  ///< to look at games
    bool answered_ = false;
    bool is_complete_ = true;         ///< no fault, limit or Ctrl-C came in between
    ExitCode failed_ = ExitCode::ok;  ///< of inputs that cannot be read
};

}  // namespace cofnod::cli
