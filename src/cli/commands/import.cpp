#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/reports.hpp"
#include "operations/import.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/query.hpp"
#include "operations/reading.hpp"
#include "reports/problems.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

struct ImportOptions {
    operations::ImportOptions job;
    operations::ReadingOptions reading = {};
    std::optional<std::int64_t> replaces;  ///< id of the game that the file's only game replaces
    std::string made_by;                   ///< author of the replacement
    bool strict = false;
    OutputFormat format = OutputFormat::automatic;  ///< format of the summary; automatic: text on stderr
};

int exit_code(const ImportOptions& options, const operations::ImportReport& report, const Console& console) {
    using Outcome = operations::FileReport::Outcome;
    const operations::Tally& total = report.total();
    if (report.has(Outcome::interrupted)) return InterruptGuard::exit_code();
    if (console.failed() != ExitCode::ok) return static_cast<int>(console.failed());
    if (options.strict && total.faulty() + report.faulty_before() > 0) return static_cast<int>(ExitCode::rejected);
    const auto& files = report.files;
    const bool has_old = std::ranges::any_of(files, [](const operations::FileReport& file) {
        return file.known_games + file.grown + file.tally.left_out > 0;
    });
    const bool nothing = total.found() == 0 && !has_old && !report.has(Outcome::known) && !report.has(Outcome::resumed);
    return static_cast<int>(nothing ? ExitCode::nothing_found : ExitCode::ok);
}

/// Rejects options for reading texts if a database is among the files: its games are copied unchanged.
void check_databases(const ImportOptions& options, const operations::ReadingSetup& reading) {
    constexpr std::string_view no_options = "--from auto";
    const auto& files = options.job.files;
    const auto database =
        std::ranges::find_if(files, [](const std::string& file) { return store::is_cofnod_database(file); });
    if (database == files.end()) return;
    const auto refuse = [&](const std::string& option) {
        throw UsageError(
            tr("{} is for files of text, and {} is a database", option, *database),
            tr("its games are copied as they were read: import it without this option, apart from the files"));
    };
    if (options.replaces) refuse("--replaces");
    if (const std::string_view given = reading.text; given != no_options)
        refuse(std::string(given.starts_with(no_options) ? given.substr(no_options.size() + 1) : given));
    if (!options.job.citation.empty()) refuse("--citation");
    if (!options.job.citations.empty()) refuse("--citations");
    if (options.job.update) refuse("--update");
    if (!store::is_empty(options.job.filter)) refuse(std::string(trimmed(options::text_of(options.job.filter))));
}

/// Replaces a game with the only game of a file.
int run_replacement(const ImportOptions& options, const operations::ReadingSetup& reading, Streams& io) {
    if (options.job.files.size() != 1)
        throw UsageError(tr("--replaces takes one file, with one game"), tr("replace one game at a time"));
    const InterruptGuard guard(InterruptGuard::Stops::jobs_and_statements);
    Console console(io);
    const operations::CorrectionOptions job{
        .database = options.job.database, .made_by = options.made_by, .dry_run = options.job.dry_run};
    return correct_game(job, true, options.format, io, [&](const operations::CorrectionOptions& correction) {
        auto game = operations::replace_game(correction, *options.replaces, options.job.files.front(), reading,
                                             console.host(guard));
        console.clear();
        return game;
    });
}

/// Imports files into a database. A file that cannot be read is reported, and the others are imported.
int run_import(const ImportOptions& options, Streams& io) {
    const Speaking words(is_for_programs(options.format) ? nullptr : spoken());  // the summary contains error messages
    const operations::ReadingSetup reading(options.reading);
    check_databases(options, reading);
    if (options.replaces) return run_replacement(options, reading, io);
    if (!options.made_by.empty()) throw UsageError(tr("--by is for --replaces"), tr("remove --by"));
    operations::ImportOptions job = options.job;
    job.problems = io.verbose > 0;
    job.filter = operations::read_header({.filter = options.job.filter}, reading.languages);
    const InterruptGuard guard;
    Console console(io);
    const operations::ImportReport report = operations::import_files(job, reading, console.host(guard));
    console.clear();
    if (is_for_programs(options.format))
        reports::write_import(report, answer_format(options.format), io.data());
    else if (!io.quiet)
        print_summary(report, reading.languages, io);
    return exit_code(options, report, console);
}

}  // namespace

void add_import(Program& program) {
    Command& command = program.add(
        {.name = "import",
         .summary = "read games into a database",
         .examples = "cofnod import games.db archif.pgn\n"
                     "cofnod import games.db sample-data/chess/cy sample-data/chess/ar\n"
                     "cofnod import games.db column.txt --from prose --from-notation cy\n"
                     "cat archif.pgn | cofnod import games.db -\n"
                     "cofnod import games.db archif.pgn --dry-run --json\n"
                     "# a file that grows from week to week\n"
                     "cofnod import games.db week.pgn --update\n"
                     "# only some of its games\n"
                     "cofnod import games.db archif.pgn --min-elo 2200 --since 1990\n"
                     "cofnod import all.db club.db county.db",
         .more =
             "Every game found is kept: complete, incomplete (the legal part is searchable, the rest is kept as "
             "text) or rejected (its text is kept). Files that were imported before are skipped, and an interrupted "
             "import continues where it stopped. A database among the files is merged, whole or not at all: its games "
             "come "
             "with their sources, corrections and collections; sources that are there already are skipped. If a file "
             "cannot be read, it is reported, the others are imported, "
             "and the exit code is 4."});
    auto options = std::make_shared<ImportOptions>();
    options::Option& database = command.argument(
        "DB", options->job.database, "the database; created if it does not exist (default: see 'cofnod config')");
    database.required = database.is_database = true;
    command.argument("FILE", options->job.files, options::files_help).required = true;
    command.heading("input");
    add_reading(command, options->reading);
    add_notation_files(command, options->reading.notation_files);
    add_filter(command, options->job.filter, store::options_of_records);
    command.heading("database");
    command.flag(
        "--update", options->job.update,
        "the file has grown: leave out the games that an earlier import found in it; one that has more moves now "
        "takes the place of what it was ('cofnod undo' brings that back)");
    command
        .option("--citation", "TEXT", options->job.citation,
                "origin of the files: newspaper, page, shelf mark; also set for files imported before")
        .such_as("'Y Cymro, 1931'");
    command.option(
        "--citations", "FILE",
        [options](const std::string& file) { options->job.citations = options::read_citations(file); },
        "citations of many files: a table, CSV or tabs, with a file and its citation in each row");
    command.flag(
        "--no-source", [options] { options->job.keep_source = false; },
        "do not keep the text of games that export would not reproduce exactly");
    command.flag("--san", options->job.keep_san,
                 "also keep the moves as text, for the SQL views; doubles the size of the database");
    command.flag(
        "--no-index", [options] { options->job.index = false; },
        "do not index positions; the next import or 'cofnod optimize' does");
    command.flag(
        "--no-text-index", [options] { options->job.text_index = false; },
        "make no full-text index in a new database; 'cofnod optimize' does");
    add_resources(command, options->job.resources);
    command.heading("correction");
    command.number("--replaces", "ID", options->replaces,
                   "the file is a better text of this game: its only game takes the place of that one; 'cofnod undo' "
                   "brings that back");
    add_made_by(command, options->made_by);
    command.heading("output");
    command.flag("--strict", options->strict, "exit with 3 if a game is incomplete or rejected");
    command.flag("--dry-run", options->job.dry_run, "read and count everything, write nothing");
    using enum OutputFormat;
    add_format(command, options->format, {json, ndjson, csv, tsv},
               "write the summary to standard output in this format");
    command.runs(options, run_import);
}

}  // namespace cofnod::cli
