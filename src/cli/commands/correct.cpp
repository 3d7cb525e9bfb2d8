#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "operations/corrections.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "reports/game_details.hpp"
#include "reports/games.hpp"
#include "store/corrections.hpp"

namespace cofnod::cli {

namespace {

/// Options of all commands that change games.
struct ChangeOptions {
    operations::CorrectionOptions job;
    bool yes = false;
    OutputFormat format = OutputFormat::automatic;
};

struct CorrectOptions : ChangeOptions {
    std::int64_t game = 0;
    operations::Passage passage;
    operations::ReadingOptions reading = {};
};

/// Replaces a passage in the text of a game and reads the text again.
int run_correct(const CorrectOptions& options, Streams& io) {
    const operations::ReadingSetup reading(options.reading);
    return correct_game(options.job, options.yes, options.format, io, [&](const operations::CorrectionOptions& job) {
        return operations::correct_text(job, options.game, options.passage, reading);
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
    add_id(command, options->game, "the game");
    command.argument("OLD", options->passage.was, "the passage as it stands").required = true;
    Option& now = command.argument("NEW", options->passage.now, "what takes its place");
    now.required = now.may_be_empty = true;
    command.heading("correction");
    command.number("--nth", "N", options->passage.nth, "the Nth of several such passages");
    add_correction(command, options->job, options->yes, "show what would change, write nothing");
    command.heading("input");
    add_from(command, options->reading.from);
    add_from_notation(command, options->reading.from_notation, options->reading.prefer_notation);
    add_notation_files(command, options->reading.notation_files);
    add_format(command, options->format);
    command.runs(options, run_correct);
}

namespace {

struct SetOptions : ChangeOptions {
    std::int64_t game = 0;
    std::vector<std::string> tags;
};

/// Sets tags of a game.
int run_set(const SetOptions& options, Streams& io) {
    std::vector<operations::TagValue> tags;
    for (const std::string& text : options.tags) tags.push_back(operations::read_tag_value(text));
    return correct_game(options.job, options.yes, options.format, io, [&](const operations::CorrectionOptions& job) {
        return operations::correct_tags(job, options.game, tags);
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
    add_id(command, options->game, "the game");
    command.argument("NAME=VALUE", options->tags, "a tag and its value").required = true;
    command.heading("correction");
    add_correction(command, options->job, options->yes, "show what would change, write nothing");
    add_format(command, options->format);
    command.runs(options, run_set);
}

namespace {

struct DeleteOptions : ChangeOptions {
    std::vector<std::string> ids;
    operations::QueryOptions query;
};

/// Deletes games; they can be restored with `undo`.
int run_delete(const DeleteOptions& options, Streams& io) {
    operations::GamesToDelete games;
    for (const std::string& text : options.ids)
        for (const std::int64_t id : options::read_ids("IDS", text)) games.ids.push_back(id);
    const bool has_query = operations::has_conditions(options.query);
    if (games.ids.empty() == !has_query)
        throw UsageError(has_query ? tr("IDS and conditions cannot be combined") : tr("no games are named"),
                         tr("give ids, such as 5 or 9-12, or conditions, such as --player morphy"));
    if (has_query) games.query = options.query;
    operations::CorrectionOptions job = options.job;
    job.made_by = maker(job.made_by);
    job.dry_run = true;
    const std::vector<store::GameHeader> found = operations::delete_games(job, games);
    reports::List list(reports::header_list(), answer_format(options.format), io.data());
    for (const store::GameHeader& game : found) list.add(game);
    list.finish();
    io.out << std::flush;
    if (found.empty()) {
        io.say(tr("no games found"));
        return static_cast<int>(ExitCode::nothing_found);
    }

    const std::string count = counted_games(found.size());
    if (options.job.dry_run || !(options.yes || confirm(io, tr("delete {}?", count)))) {
        io.remark(counted(found.size(), "{} game would be deleted; nothing was changed",
                          "{} games would be deleted; nothing was changed"));
        return static_cast<int>(ExitCode::ok);
    }
    games = {};
    for (const store::GameHeader& game : found) games.ids.push_back(game.id);
    job.dry_run = false;
    operations::delete_games(job, games);
    io.remark(found.size() == 1 ? tr("{} deleted; to bring it back: cofnod undo {}", count, printable(job.database))
                                : tr("{} deleted; to bring them back: cofnod undo {}", count, printable(job.database)));
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
    add_correction(command, options->job, options->yes, "list them, delete nothing");
    add_format(command, options->format);
    command.runs(options, run_delete);
}

namespace {

struct UndoOptions {
    operations::CorrectionOptions job;
    std::vector<std::string> ids;
    OutputFormat format = OutputFormat::automatic;
};

/// Undoes corrections.
int run_undo(const UndoOptions& options, Streams& io) {
    std::vector<std::int64_t> games;
    for (const std::string& text : options.ids)
        for (const std::int64_t id : options::read_ids("IDS", text)) games.push_back(id);
    const std::vector<store::Correction> undone = operations::undo_corrections(options.job, games);
    reports::write_all(reports::correction_list(), undone, answer_format(options.format), io.data());
    if (undone.empty())
        io.say(tr("there is nothing to undo"));
    else
        io.remark(options.job.dry_run ? counted(undone.size(), "{} correction would be undone; nothing was changed",
                                                "{} corrections would be undone; nothing was changed")
                                      : counted(undone.size(), "{} correction undone", "{} corrections undone"));
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
    add_format(command, options->format);
    command.runs(options, run_undo);
}

namespace {

struct CorrectionsOptions {
    std::string database;
    std::optional<std::int64_t> game;
    OutputFormat format = OutputFormat::automatic;
};

/// Lists the corrections, oldest first.
int run_corrections(const CorrectionsOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    const auto corrections = store::corrections(store, options.game);
    reports::write_all(reports::correction_list(), corrections, answer_format(options.format), io.data());
    if (corrections.empty()) io.remark(tr("no corrections"));
    return static_cast<int>(corrections.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_corrections(Program& program) {
    Command& command =
        program.add_reader({.name = "corrections",
                            .summary = "list corrections: who, when, what stood there, what stands now",
                            .examples = "cofnod corrections games.db\n"
                                        "cofnod corrections games.db 4\n"
                                        "cofnod corrections games.db --csv > corrections.csv",
                            .more = "Corrections are a layer over the games: the source stays as it was read. "
                                    "'cofnod undo' takes them back. They are kept when a source is imported "
                                    "again, and by 'cofnod recover'."});
    auto options = std::make_shared<CorrectionsOptions>();
    add_database(command, options->database);
    command.argument(
        "ID", [options](std::int64_t id) { options->game = id; }, "of this game only");
    add_format(command, options->format);
    command.runs(options, run_corrections);
}

}  // namespace cofnod::cli
