#include <memory>
#include <string>
#include <vector>

#include "cli/corrected_game.hpp"
#include "cli/options/correcting.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/corrections.hpp"
#include "options/query.hpp"
#include "options/reading.hpp"

namespace cofnod::cli {

namespace {

struct CorrectOptions {
    jobs::CorrectionOptions job;
    std::int64_t game = 0;
    jobs::Passage passage;
    jobs::ReadingOptions reading = {};
    bool yes = false;
    OutputFormat format = OutputFormat::automatic;
};

/// Replaces a passage of the text of a game and reads it again.
int run_correct(const CorrectOptions& options, Streams& io) {
    const jobs::ReadingSetup reading(options.reading);
    return correct_game(options.job, options.yes, options.format, io, [&](const jobs::CorrectionOptions& job) {
        return jobs::correct_text(job, options.game, options.passage, reading);
    });
}

}  // namespace

void add_correct(Program& program) {
    Command& command = program.add(
        {.name = "correct",
         .summary = "correct a passage of a game's text, and read it again",
         .examples = "# look: nothing is changed\n"
                     "cofnod correct games.db 4 Mf3 Me4 --dry-run\n"
                     "cofnod correct games.db 4 Mf3 Me4\n"
                     "# the second of several\n"
                     "cofnod correct games.db 4 O-O O-O-O --nth 2\n"
                     "cofnod undo games.db 4",
         .more = "Shows the line before and after and what is read now, and stores it; on a terminal it asks first. "
                 "The text is that of 'cofnod rejects DB ID'; in it a passage that is a whole word goes before a part "
                 "of one. What stood there is kept, with the name of who corrected it and the time: 'cofnod "
                 "corrections' lists it, 'cofnod undo' brings it back. The source keeps its bytes and its place."});
    auto options = std::make_shared<CorrectOptions>();
    add_database(command, options->job.database);
    command
        .argument(
            "ID", [options](std::int64_t id) { options->game = id; }, "the game")
        .required = true;
    command.argument("OLD", options->passage.was, "the passage as it stands").required = true;
    Option& now = command.argument("NEW", options->passage.now, "what takes its place");
    now.required = now.may_be_empty = true;
    command.heading("correction");
    command.number("--nth", "N", options->passage.nth, "the Nth of several such passages");
    command.flag("--dry-run", options->job.dry_run, "show what would change, write nothing");
    command.flag("--yes", options->yes, "do not ask");
    add_made_by(command, options->job.made_by);
    command.heading("input");
    add_from(command, options->reading.from);
    add_from_notation(command, options->reading.from_notation, options->reading.prefer_notation);
    add_notation_files(command, options->reading.notation_files);
    command.heading("output");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_correct);
}

}  // namespace cofnod::cli
