#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "answers/corrections.hpp"
#include "base/counted.hpp"
#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/options/correcting.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/corrections.hpp"
#include "options/id_list.hpp"

namespace cofnod::cli {

namespace {

struct UndoOptions {
    jobs::CorrectionOptions job;
    std::vector<std::string> ids;
    OutputFormat format = OutputFormat::automatic;
};

/// Takes corrections back.
int run_undo(const UndoOptions& options, Streams& io) {
    std::vector<std::int64_t> games;
    for (const std::string& text : options.ids)
        for (const std::int64_t id : options::read_ids("IDS", text)) games.push_back(id);
    const std::vector<store::Correction> undone = jobs::undo_corrections(options.job, games);
    answers::write_all(answers::correction_list(), undone, answer_format(options.format), io.data());
    if (undone.empty())
        io.err << say("there is nothing to undo") << '\n';
    else if (!io.quiet)
        io.err << (options.job.dry_run ? counted(undone.size(), "{} correction would be undone; nothing was changed",
                                                 "{} corrections would be undone; nothing was changed")
                                       : counted(undone.size(), "{} correction undone", "{} corrections undone"))
               << '\n';
    return static_cast<int>(undone.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_undo(Program& program) {
    Command& command = program.add(
        {.name = "undo",
         .summary = "take back the last correction, deletion or replacement",
         .examples = "# all that the last command did\n"
                     "cofnod undo games.db\n"
                     "# the last correction of game 4\n"
                     "cofnod undo games.db 4\n"
                     "cofnod undo games.db 9-12 --dry-run",
         .more = "Undoes what correct, set, delete, import --replaces and dedupe --delete did. Each game is again what "
                 "it was before; a deleted one is back under its id. Repeat the command to go further back. A "
                 "correction that is undone is forgotten."});
    auto options = std::make_shared<UndoOptions>();
    add_database(command, options->job.database);
    command.argument("IDS", options->ids, "games whose last correction is undone; without: the last command");
    command.heading("correction");
    command.flag("--dry-run", options->job.dry_run, "list what would be undone, write nothing");
    command.heading("output");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_undo);
}

}  // namespace cofnod::cli
