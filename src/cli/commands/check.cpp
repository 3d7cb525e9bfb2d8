
#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/check_files.hpp"
#include "jobs/reading.hpp"
#include "options/query.hpp"
#include "options/reading.hpp"
#include "store/interruption.hpp"
#include "store/store.hpp"
#include "terminal/console.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/memory_limit.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/file_reports.hpp"

namespace cofnod::cli {

namespace {

struct CheckOptions {
    jobs::CheckOptions job;
    jobs::ReadingOptions reading = {};
    OutputFormat format = OutputFormat::automatic;  ///< of the problems of games
};

/// True if a MemoryLimit applies: not with --deep, which uses what --memory allows.
bool is_limited_in_memory(const jobs::CheckOptions& job) {
    return !job.database.deep && std::any_of(job.files.begin(), job.files.end(), store::is_database);
}

/// Reports every problem of files of games, without a database; or checks a database.
int run_check(const CheckOptions& options, Streams& io) {
    std::optional<MemoryLimit> limit;
    if (is_limited_in_memory(options.job)) limit.emplace();
    const InterruptGuard guard(InterruptGuard::Stops::jobs_and_statements);
    jobs::ReadingSetup reading(options.reading);
    reading.how.threads = options.job.database.resources.threads;
    Console console(io, options.format);
    const jobs::CheckResults results{.source =
                                         [&](const std::string& name, const jobs::Tally& found) {
                                             console.clear();
                                             if (!io.quiet) print_checked_file(name, found, reading.languages, io);
                                         },
                                     .database =
                                         [&](const std::string& path, const jobs::DatabaseCheck& check) {
                                             console.clear();
                                             if (!io.quiet)
                                                 print_checked_database(path, check, options.job.database.deep, io);
                                         }};
    const auto interrupted = [&] {
        console.finish();
        return InterruptGuard::exit_code();
    };
    try {
        const jobs::CheckSummary summary = jobs::check_files(options.job, reading, results, console.host(guard));
        console.finish();
        if (console.failed() != ExitCode::ok) return static_cast<int>(console.failed());
        const bool is_clean = summary.problems == 0 && !summary.some_without_games;
        return static_cast<int>(is_clean ? ExitCode::ok : ExitCode::nothing_found);
    } catch (const jobs::Cancelled&) {
        return interrupted();
    } catch (const store::Interrupted&) {
        return interrupted();
    }
}

}  // namespace

void add_check(Program& program) {
    Command& command = program.add(
        {.name = "check",
         .summary = "list the problems of files, or examine a database",
         .examples = "cofnod check archif.pgn\n"
                     "cofnod check --faults-only sample-data/chess\n"
                     "cofnod check archif.pgn --csv > problems.csv\n"
                     "cofnod check games.db\n"
                     "cofnod check --deep games.db",
         .more = "Exits with 1 if there are problems. A database is checked by SQLite, and every game is replayed: its "
                 "number of plies and its last position must agree with its row. With --deep the index is rebuilt in "
                 "memory, segment by segment, and compared with the stored one byte by byte."});
    auto options = std::make_shared<CheckOptions>();
    command
        .argument("FILE", options->job.files,
                  "a file, a folder (its files with games: .pgn, .txt, sheets, lists, pages, compressed or in "
                  "archives), a database, or - for standard input")
        .required = true;
    command.heading("input");
    add_reading(command, options->reading);
    add_notation_files(command, options->reading.notation_files);
    command.heading("output");
    command.flag("--faults-only", options->job.faults_only, "leave out notes: what was understood is not a fault");
    command.heading("database");
    command.flag("--deep", options->job.database.deep, "also check the position index of a database");
    add_resources(command, options->job.database.resources);
    add_format(command, options->format,
               {OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv},
               "list the problems of games in this format (default: text for people)");
    command.page_answer();
    command.runs(options, run_check);
}

}  // namespace cofnod::cli
