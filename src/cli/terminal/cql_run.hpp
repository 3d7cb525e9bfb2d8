#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"
#include "games/pgn/writer.hpp"
#include "operations/cql_search.hpp"
#include "reports/games.hpp"

namespace cofnod::terminal {

/// CQL options other than the script, shared by `search` and `cql`.
struct CqlOptions {
    operations::CqlOptions job;
    bool explain = false;
    bool has_pages = false;      ///< the command has --page-after
    bool with_file = false;      ///< a column for the file of the game, in tables
    bool with_database = false;  ///< a column for the database that the id belongs to
    OutputFormat format = OutputFormat::automatic;
};

/// Runs a script over databases and files, and writes the games that match, as a list or as PGN, or their number.
class CqlRun final : public operations::CqlListener {
public:
    /// The references must outlive the run.
    CqlRun(operations::CqlScript script, const CqlOptions& options, const pgn::WriteOptions& how, Streams& io);

    /// Calls `work`, which searches, and completes the answer. After Ctrl-C, the timeout or an error, the results so
    /// far are written first. Returns the exit code.
    int run(const std::function<void(operations::CqlSearch&)>& work);
    /// Reports an input that cannot be read, or only in part; others may follow.
    void fail(const Error& error);
    /// Returns true once the answer is complete; false if there was nothing to search.
    [[nodiscard]] bool has_answered() const { return answered_; }

    void game(operations::MatchedGame&& game, operations::CqlInput& input) override;
    void message(const std::string& text) override;
    void searched(const cql::Survey& survey, const search::Query& question, double milliseconds) override;

private:
    int finish();
    void cut_short();
    void print_variables();
    [[nodiscard]] std::string counts_text() const;
    void print_counts();
    void print_summary();

    const CqlOptions& options_;
    operations::CqlOptions job_;
    Streams& io_;
    InterruptGuard guard_;
    Console console_;
    operations::CqlSearch search_;
    pgn::WriteOptions how_;
    std::optional<reports::List<reports::ListedGame>> list_;  ///< nullopt: output is PGN, or a number
    std::string text_;
    bool answered_ = false;
    bool is_complete_ = true;  ///< no error, limit or Ctrl-C so far
};

}  // namespace cofnod::terminal
