#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/reports.hpp"
#include "games/record/record.hpp"
#include "operations/dedupe.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "reports/comparison.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

struct DedupeOptions {
    operations::DedupeOptions job;
    bool same_moves = false, contained = false, readings = false;  ///< all false: all kinds
    OutputFormat format = OutputFormat::automatic;
};

/// Finds duplicate games, and links them as witnesses on request.
int run_dedupe(const DedupeOptions& options, Streams& io) {
    operations::DedupeOptions job = options.job;
    job.made_by = maker(job.made_by);
    if (job.remove && !job.apply)
        throw UsageError(tr("--delete needs --apply"), tr("to see the duplicates first, run it without both"));
    const bool all = !options.same_moves && !options.contained && !options.readings;
    job.find.same_moves = all || options.same_moves;
    job.find.contained = all || options.contained;
    job.find.readings = all || options.readings;
    const operations::DedupeReport report = operations::dedupe(job);
    reports::write_all(reports::duplicate_list(), report.records, answer_format(options.format), io.data());
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
    add_format(command, options->format);
    command.runs(options, run_dedupe);
}

namespace {

struct CompareOptions {
    std::string database;
    std::vector<std::int64_t> ids;  ///< a single id: the game and the records linked with it
    bool all = false;               ///< every move, not only the differences
    std::string notation;           ///< notation of all records; empty: that of each record
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

using reports::Comparison;

void write_data(const Comparison& comparison, OutputFormat format, Streams& io) {
    reports::List moves(reports::comparison_rows(), answer_format(format), io.data(),
                        reports::comparison_head(comparison));
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) moves.add({i + 1, comparison, comparison.rows[i]});
    moves.finish();
}

std::vector<std::int64_t> games_meant(const store::Store& store, const CompareOptions& options) {
    if (options.ids.size() > 1) return options.ids;
    std::vector<std::int64_t> ids = store::witnesses_of(store, options.ids.front());
    if (ids.empty())
        throw UsageError(tr("game {} is linked with no other", options.ids.front()),
                         tr("name two games, or link records of one: cofnod dedupe {} --apply", options.database));
    return ids;
}

/// Compares records of the same game: tags, and readings move by move. Exits with 1 if they differ.
int run_compare(const CompareOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const notation::Languages languages = operations::known_languages(options.notation_files);
    const auto choose_language = [&](const std::string& code) -> const notation::Language& {
        return options.notation.empty() ? operations::language_to_show(languages, code)
                                        : operations::language_to_write(languages, options.notation);
    };
    const Comparison comparison = reports::compare(store, games_meant(store, options), choose_language);
    const bool is_data = is_for_programs(options.format);
    if (is_data)
        write_data(comparison, options.format, io);
    else
        print_comparison(comparison, options.all, io);
    const std::size_t moves = comparison.differing_moves(), tags = comparison.differing_tags();
    if (!is_data) io.remark(tr("{} and {} differ", counted_plies(moves), counted(tags, "{} tag", "{} tags")));
    return static_cast<int>(moves + tags > 0 ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_compare(Program& program) {
    Command& command = program.add_reader(
        {.name = "compare",
         .summary = "compare several records of one game, move by move",
         .examples = "# two games, wherever they come from\n"
                     "cofnod compare games.db 1 2\n"
                     "# every move, all in English\n"
                     "cofnod compare games.db 1 2 --all --notation en\n"
                     "# as data for other programs\n"
                     "cofnod compare games.db 1 2 --json",
         .more = "With one ID: the records that 'cofnod dedupe --apply' has linked with it. Exits with 1 if moves or "
                 "tags differ."});
    auto options = std::make_shared<CompareOptions>();
    add_database(command, options->database);
    command
        .arguments(
            "ID", [options](std::int64_t id) { options->ids.push_back(id); }, "ids of the games")
        .required = true;
    command.heading("output");
    command.flag("--all", options->all, "show every move and tag, not only those that differ");
    add_notation(command, options->notation, "write all moves in this notation (default: each game in its own)");
    add_notation_files(command, options->notation_files);
    add_format(command, options->format);
    command.runs(options, run_compare);
}

}  // namespace cofnod::cli
