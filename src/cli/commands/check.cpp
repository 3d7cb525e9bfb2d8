#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/reports.hpp"
#include "index/upkeep.hpp"
#include "operations/check_files.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/reading.hpp"
#include "operations/salvage.hpp"
#include "store/full_text.hpp"
#include "store/interruption.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

struct CheckOptions {
    operations::CheckOptions job;
    operations::ReadingOptions reading = {};
    OutputFormat format = OutputFormat::automatic;  ///< format of the problems in games
};

/// Returns true if a MemoryLimit applies: not with --deep, which may use as much as --memory allows.
bool is_limited_in_memory(const operations::CheckOptions& job) {
    return !job.database.deep && std::ranges::any_of(job.files, store::is_database);
}

/// Reports every problem in files of games without a database, or checks a database.
int run_check(const CheckOptions& options, Streams& io) {
    std::optional<MemoryLimit> limit;
    if (is_limited_in_memory(options.job)) limit.emplace();
    const InterruptGuard guard(InterruptGuard::Stops::jobs_and_statements);
    operations::ReadingSetup reading(options.reading);
    reading.how.threads = options.job.database.resources.threads;
    Console console(io, options.format);
    const operations::CheckResults results{.source =
                                               [&](const std::string& name, const operations::Tally& found) {
                                                   console.clear();
                                                   if (!io.quiet)
                                                       print_checked_file(name, found, reading.languages, io);
                                               },
                                           .database =
                                               [&](const std::string& path, const operations::DatabaseCheck& check) {
                                                   console.clear();
                                                   if (!io.quiet)
                                                       print_checked_database(path, check, options.job.database.deep,
                                                                              io);
                                               }};
    const auto interrupted = [&] {
        console.finish();
        return InterruptGuard::exit_code();
    };
    try {
        const operations::CheckSummary summary =
            operations::check_files(options.job, reading, results, console.host(guard));
        console.finish();
        if (console.failed() != ExitCode::ok) return static_cast<int>(console.failed());
        const bool is_clean = summary.problems == 0 && !summary.some_without_games;
        return static_cast<int>(is_clean ? ExitCode::ok : ExitCode::nothing_found);
    } catch (const operations::Cancelled&) {
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
    command.pages = true;
    command.runs(options, run_check);
}

namespace {

/// Saves the readable part of a damaged database to a new one. Exits with ExitCode::rejected if anything was lost.
int run_recover(const operations::SalvageOptions& options, Streams& io) {
    operations::require_new(options.database);
    const InterruptGuard guard;
    const auto files = operations::database_files(options.database);
    const RemovedOnSignal unfinished[] = {RemovedOnSignal(files[0]), RemovedOnSignal(files[1]),
                                          RemovedOnSignal(files[2]), RemovedOnSignal(files[3])};
    Console console(io);
    const operations::SalvageReport report = operations::salvage(options, console.host(guard));
    console.clear();
    if (!io.quiet) print_report(report, options, io);
    return static_cast<int>(report.losses == 0 ? ExitCode::ok : ExitCode::rejected);
}

}  // namespace

void add_recover(Program& program) {
    Command& command = program.add(
        {.name = "recover",
         .summary = "save what can be read of a damaged database into a new one",
         .examples = "cofnod recover games.db saved.db",
         .more = "Every game that can be read is saved under its id, with its source, comments and texts; what cannot "
                 "be read is reported. Exits with 3 if anything was lost. A file that lost something can be imported "
                 "again, and 'cofnod dedupe' then removes duplicates. The damaged database is only read."});
    auto options = std::make_shared<operations::SalvageOptions>();
    command.argument("DAMAGED", options->damaged, "the damaged database").required = true;
    command.argument("DB", options->database, "the new database; must not exist yet").required = true;
    add_resources(command, options->resources);
    command.runs(options, run_recover);
}

namespace {

struct OptimizeOptions {
    std::string database;
    index::Resources resources;
};

/// Rebuilds the position index with as few segments as memory allows.
int run_optimize(const OptimizeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    ProgressLine progress(io);
    const auto upkeep = index::optimize(store, options.resources,
                                        [&](std::int64_t done, std::int64_t all) { progress.update_index(done, all); });
    progress.clear();
    store::Transaction transaction(store.connection(), store::Makes::part);
    store::make_text_index(store.connection());
    transaction.commit();
    io.remark(upkeep_text(upkeep));
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_optimize(Program& program) {
    Command& command = program.add(
        {.name = "optimize",
         .summary = "rebuild the position index in as few segments as possible, and the full-text index",
         .examples = "cofnod optimize games.db\n"
                     "cofnod optimize games.db --memory 3G\n"
                     "cofnod optimize games.db --threads 4",
         .more = "import keeps the index up to date; fewer segments make searches in millions of games faster. More "
                 "memory allows fewer segments. Games are not changed."});
    auto options = std::make_shared<OptimizeOptions>();
    add_database(command, options->database);
    add_resources(command, options->resources);
    command.runs(options, run_optimize);
}

}  // namespace cofnod::cli
