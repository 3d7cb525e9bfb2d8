#include <memory>
#include <string>
#include <vector>

#include "cli/corrected_game.hpp"
#include "cli/options/correcting.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/corrections.hpp"

namespace cofnod::cli {

namespace {

struct SetOptions {
    jobs::CorrectionOptions job;
    std::int64_t game = 0;
    std::vector<std::string> tags;
    bool yes = false;
    OutputFormat format = OutputFormat::automatic;
};

/// Sets tags of a game.
int run_set(const SetOptions& options, Streams& io) {
    std::vector<jobs::TagValue> tags;
    for (const std::string& text : options.tags) tags.push_back(jobs::read_tag_value(text));
    return correct_game(options.job, options.yes, options.format, io, [&](const jobs::CorrectionOptions& job) {
        return jobs::correct_tags(job, options.game, tags);
    });
}

}  // namespace

void add_set(Program& program) {
    Command& command = program.add(
        {.name = "set",
         .summary = "set tags of a game: players, date, result",
         .examples = "cofnod set games.db 4 White='Siân Puw' Date=1931.08.05\n"
                     "cofnod set games.db 4 Result=1-0 --dry-run\n"
                     "# no value removes the tag\n"
                     "cofnod set games.db 4 Annotator=",
         .more = "What stood there is kept: 'cofnod corrections' lists it, 'cofnod undo' brings it back. The text of "
                 "the game stays as it is; when that is corrected or read again, the tags set here stay too."});
    auto options = std::make_shared<SetOptions>();
    add_database(command, options->job.database);
    command
        .argument(
            "ID", [options](std::int64_t id) { options->game = id; }, "the game")
        .required = true;
    command.argument("NAME=VALUE", options->tags, "a tag and its value").required = true;
    command.heading("correction");
    command.flag("--dry-run", options->job.dry_run, "show what would change, write nothing");
    command.flag("--yes", options->yes, "do not ask");
    add_made_by(command, options->job.made_by);
    command.heading("output");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_set);
}

}  // namespace cofnod::cli
