#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "answers/headers.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/say.hpp"
#include "cli/options/correcting.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/corrections.hpp"
#include "options/id_list.hpp"
#include "options/query.hpp"

namespace cofnod::cli {

namespace {

struct DeleteOptions {
    jobs::CorrectionOptions job;
    std::vector<std::string> ids;
    jobs::QueryOptions query;
    bool yes = false;
    OutputFormat format = OutputFormat::automatic;
};

/// Deletes games; they can be brought back.
int run_delete(const DeleteOptions& options, Streams& io) {
    jobs::GamesToDelete games;
    for (const std::string& text : options.ids)
        for (const std::int64_t id : options::read_ids("IDS", text)) games.ids.push_back(id);
    const bool has_query = jobs::has_conditions(options.query);
    if (games.ids.empty() == !has_query)
        throw UsageError(has_query ? say("IDS and conditions cannot be combined") : say("no games are named"),
                         say("give ids, such as 5 or 9-12, or conditions, such as --player morphy"));
    if (has_query) games.query = options.query;
    jobs::CorrectionOptions job = options.job;
    job.made_by = maker(job.made_by);
    job.dry_run = true;
    const std::vector<store::GameHeader> found = jobs::delete_games(job, games);
    answers::List list(answers::header_list(), answer_format(options.format), io.data());
    for (const store::GameHeader& game : found) list.add(game);
    list.finish();
    io.out << std::flush;
    if (found.empty()) {
        io.err << say("no games found") << '\n';
        return static_cast<int>(ExitCode::nothing_found);
    }

    const std::string count = counted_games(found.size());
    if (options.job.dry_run || !(options.yes || confirm(io, say("delete {}?", count)))) {
        if (!io.quiet)
            io.err << counted(found.size(), "{} game would be deleted; nothing was changed",
                              "{} games would be deleted; nothing was changed")
                   << '\n';
        return static_cast<int>(ExitCode::ok);
    }
    games = {};
    for (const store::GameHeader& game : found) games.ids.push_back(game.id);
    job.dry_run = false;
    jobs::delete_games(job, games);
    if (!io.quiet)
        io.err << (found.size() == 1
                       ? say("{} deleted; to bring it back: cofnod undo {}", count, printable(job.database))
                       : say("{} deleted; to bring them back: cofnod undo {}", count, printable(job.database)))
               << '\n';
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_delete(Program& program) {
    Command& command = program.add(
        {.name = "delete",
         .summary = "delete games; undo brings them back",
         .examples = "cofnod delete games.db 5 7 9-12 --dry-run\n"
                     "cofnod delete games.db --state rejected --yes\n"
                     "cofnod undo games.db",
         .more = "Asks on a terminal; elsewhere it needs --yes. The games are kept beside the others until the "
                 "deletion is forgotten: 'cofnod undo' brings back those of the last command, and 'cofnod undo DB ID' "
                 "one of them. An id is not given again, and importing the source again does not bring them back."});
    auto options = std::make_shared<DeleteOptions>();
    add_database(command, options->job.database);
    command.argument("IDS", options->ids,
                     "games: 5, 5,7 or 9-12; @FILE or - reads the ids from a file or standard input");
    add_query(command, options->query);
    command.heading("correction");
    command.flag("--dry-run", options->job.dry_run, "list them, delete nothing");
    command.flag("--yes", options->yes, "do not ask");
    add_made_by(command, options->job.made_by);
    command.heading("output");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_delete);
}

}  // namespace cofnod::cli
