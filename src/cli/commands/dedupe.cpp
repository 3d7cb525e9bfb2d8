#include <cstdint>
#include <limits>
#include <memory>
#include <ostream>

#include "answers/duplicates.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/correcting.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/dedupe.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/dedupe_report.hpp"

namespace cofnod::cli {

namespace {

struct DedupeOptions {
    jobs::DedupeOptions job;
    bool same_moves = false, contained = false, readings = false;  ///< none of them: all
    OutputFormat format = OutputFormat::automatic;
};

/// Finds duplicate games, and links them as witnesses when asked to.
int run_dedupe(const DedupeOptions& options, Streams& io) {
    jobs::DedupeOptions job = options.job;
    job.made_by = maker(job.made_by);
    if (job.remove && !job.apply)
        throw UsageError(say("--delete needs --apply"), say("to see the duplicates first, run it without both"));
    const bool all = !options.same_moves && !options.contained && !options.readings;
    job.find.same_moves = all || options.same_moves;
    job.find.contained = all || options.contained;
    job.find.readings = all || options.readings;
    const jobs::DedupeReport report = jobs::dedupe(job);
    answers::write_all(answers::duplicate_list(), report.records, answer_format(options.format), io.data());
    if (!io.quiet) print_report(report, job, io.err);
    return static_cast<int>(report.groups == 0 ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_dedupe(Program& program) {
    Command& command = program.add(
        {.name = "dedupe",
         .summary = "find and link duplicate games",
         .examples = "# look: nothing is changed\n"
                     "cofnod dedupe games.db\n"
                     "# only those with the same moves; as data for other programs\n"
                     "cofnod dedupe games.db --same-moves --json\n"
                     "# link them as witnesses of one game\n"
                     "cofnod dedupe games.db --apply",
         .more = "Finds three kinds; without an option all three. Players' names must not contradict (aliases count), "
                 "nor, for short or contained games, dates. Linking deletes nothing. With --delete a record is deleted "
                 "if the fullest has all of its moves and comments; 'cofnod undo' brings it back. Other readings "
                 "are never deleted."});
    auto options = std::make_shared<DedupeOptions>();
    add_database(command, options->job.database);
    command.heading("duplicates");
    command.flag("--same-moves", options->same_moves, "games with the same moves");
    command.flag("--contained", options->contained, "games whose moves are the beginning of another");
    command.flag("--readings", options->readings, "games of one day that differ in a few moves");
    command.number(
        "--min-plies", "N", {.least = 0, .most = std::numeric_limits<std::uint32_t>::max()},
        [options](std::int64_t plies) { options->job.find.min_plies = static_cast<std::uint32_t>(plies); },
        "shorter games are duplicates only if played on the same day (default: 20)");
    command.heading("changes");
    command.flag(
        "--dry-run", [] {}, "change nothing (the default without --apply)");
    command.flag("--apply", options->job.apply, "link them as witnesses of one game");
    command.exclude({"--apply", "--dry-run"});
    command.flag("--delete", options->job.remove, "with --apply: delete records that add nothing");
    add_made_by(command, options->job.made_by);
    command.heading("resources");
    add_threads(command, options->job.find.threads);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_dedupe);
}

}  // namespace cofnod::cli
