#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/reports.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/reading.hpp"
#include "operations/retry.hpp"
#include "operations/trace.hpp"
#include "reports/problems.hpp"
#include "store/full_text.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

struct RejectsOptions {
    std::string database;
    std::optional<std::int64_t> id;  ///< show the text of this game
    reports::ProblemsAsked problems = {};
    std::string export_folder;                ///< folder for the texts, one file per game
    bool retry = false;                       ///< read the texts again
    bool dry_run = false;                     ///< with `retry`
    operations::ReadingOptions reading = {};  ///< with `retry`
    OutputFormat format = OutputFormat::automatic;
};

void print_list_summary(std::uint64_t games, std::uint64_t problems, const RejectsOptions& options, Streams& io) {
    if (io.quiet || options.format == OutputFormat::json || options.format == OutputFormat::ndjson) return;
    const reports::ProblemsAsked& asked = options.problems;
    const bool is_part = asked.all || !asked.kind.empty() || !store::is_empty(asked.filter);
    if (games == 0)
        io.say(is_part ? tr("no problems") : tr("no incomplete or rejected games"));
    else
        io.say(tr("{}, {}; for the text of one: cofnod rejects {} ID", counted_games(games),
                  counted(problems, "{} problem", "{} problems"), options.database));
}

int list_rejects(store::Store& store, const RejectsOptions& options, Streams& io) {
    std::optional<reports::List<reports::FaultyGame>> list;
    if (options.format != OutputFormat::automatic)
        list.emplace(reports::faulty_games(), answer_format(options.format), io.data());
    std::uint64_t games = 0, problems = 0;
    reports::for_each_faulty_game(store, options.problems, [&](const reports::FaultyGame& game) {
        list ? list->add(game) : print_faulty_game(game, io);
        ++games;
        problems += game.problems.size();
        return true;
    });
    if (list) list->finish();
    print_list_summary(games, problems, options, io);
    return static_cast<int>(games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

void make_new_folder(const std::string& folder) {
    std::error_code error;
    const bool is_new = std::filesystem::create_directories(folder, error);
    if (error) throw InputError(fmt::format("{}: {}", printable(folder), system_message(error)));
    if (!is_new && !std::filesystem::is_empty(folder, error))
        throw UsageError(tr("{} is not empty", printable(folder)), tr("name a folder that does not exist yet"));
}

/// Writes each text to a file, byte for byte as in its source.
int export_rejects(store::Store& store, const RejectsOptions& options, Streams& io) {
    make_new_folder(options.export_folder);
    store::GameReader reader(store);
    std::uint64_t written = 0, without_text = 0;
    for (const std::int64_t id : operations::faulty_games(store, options.id)) {
        const std::string text = store::found_game(reader.read(id), id).source_text;
        without_text += text.empty();
        if (text.empty()) continue;
        const bool has_tags = text.find('[') < text.find('\n');
        const auto name =
            std::filesystem::path(options.export_folder) / fmt::format("{}.{}", id, has_tags ? "pgn" : "txt");
        OutputFile file(name.string(), false, io.out);
        file.stream() << text;
        file.finish();
        ++written;
    }
    io.remark(tr("{} written to {}", counted(written, "{} text", "{} texts"), printable(options.export_folder)));
    if (without_text > 0) io.err << no_text_left(without_text);
    return static_cast<int>(written > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

int show_reject(store::Store& store, std::int64_t id, OutputFormat format, Streams& io) {
    store::GameReader reader(store);
    const auto game = reader.read(id);
    const auto header = reader.header(id);
    if (!game || !header) {
        io.say(tr("{}: no game {}", printable(store.path().string()), id));
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (format != OutputFormat::automatic) {
        reports::write_document(reports::faulty_game_text(),
                                {{*header, game->problems}, operations::kept_text(*game, header->charset)},
                                answer_format(format), io.data());
        return static_cast<int>(ExitCode::ok);
    }
    if (!io.quiet)
        for (const Problem& problem : game->problems)
            print_problem(io.err, io.err_terminal, problem, header->source, header->number);
    std::string text = operations::kept_text(*game, header->charset);
    if (!text.ends_with('\n')) text += '\n';
    io.out << (io.out_terminal.is_terminal ? printable_lines(text, io.out_terminal) : text);
    return static_cast<int>(ExitCode::ok);
}

void write_gains(const operations::RetryReport& report, bool dry_run, const notation::Languages& languages,
                 OutputFormat format, Streams& io) {
    reports::Value::Object head;
    head.add("dry_run", dry_run);
    reports::List list(reports::games_read_further(), answer_format(format), io.data(), std::move(head));
    for (const operations::Gain& gain : report.gains)
        list.add({gain.header, gain.now, operations::notation_title(languages, gain.now.notation.code)});
    list.finish();
}

/// Reads the kept texts again, and lists the games of which more can now be read.
int retry_rejects(const operations::RetryOptions& options, const operations::ReadingOptions& how, OutputFormat format,
                  Streams& io) {
    const operations::ReadingSetup reading(how);
    const operations::RetryReport report = operations::retry_rejects(options, reading);
    write_gains(report, options.dry_run, reading.languages, format, io);
    if (!io.quiet) print_retry(report, options, io);
    return static_cast<int>(report.gains.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

/// Lists the incomplete and rejected games with their problems, prints or exports their texts, or reads them again.
int run_rejects(const RejectsOptions& options, Streams& io) {
    if (!options.problems.kind.empty()) reports::check_problem_kind(options.problems.kind);
    if (options.retry && !options.export_folder.empty())
        throw UsageError(tr("--retry and --export cannot be combined"), tr("retry first, then export what is left"));
    const bool says_how = options.dry_run || options.reading.from != importers::Format::detect ||
                          !options.reading.from_notation.empty() || !options.reading.prefer_notation.empty() ||
                          !options.reading.notation_files.empty();
    if (!options.retry && says_how)
        throw UsageError(
            tr("--dry-run, --from, --from-notation, --prefer-notation and --notation-file are for --retry"),
            tr("add --retry"));
    if (options.retry)
        return retry_rejects({.database = options.database, .id = options.id, .dry_run = options.dry_run},
                             options.reading, options.format, io);
    if (options.id && options.export_folder.empty() && options.format == OutputFormat::table)
        throw UsageError(tr("--format table lists games, and the ID names one"),
                         tr("--json prints the text of one game and its problems"));
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    if (!options.export_folder.empty()) return export_rejects(store, options, io);
    return options.id ? show_reject(store, *options.id, options.format, io) : list_rejects(store, options, io);
}

}  // namespace

void add_rejects(Program& program) {
    Command& command = program.add(
        {.name = "rejects",
         .summary = "list incomplete and rejected games with their problems",
         .examples = "cofnod rejects games.db\n"
                     "cofnod rejects games.db --table\n"
                     "cofnod rejects games.db --kind result_disagrees\n"
                     "cofnod rejects games.db 4 > repair.pgn\n"
                     "cofnod rejects games.db --retry --from-notation cy --dry-run\n"
                     "cofnod rejects games.db --export rejects\n"
                     "cofnod rejects games.db --all --csv > problems.csv",
         .more = "With an ID: prints the text of that game as its source has it, and its problems on standard error. "
                 "Correct the text and import it again; the record of what was found stays. --retry reads the kept "
                 "texts again, with this version of the program and the options given; a text that can now be read "
                 "further replaces its game, under the same ID and at its place in the source."});
    auto options = std::make_shared<RejectsOptions>();
    add_database(command, options->database);
    command.argument(
        "ID", [options](std::int64_t id) { options->id = id; }, "print the whole text of this game");
    command.heading("games");
    command.flag("--all", options->problems.all, "also list notes, and complete games that have some");
    command
        .option("--kind", "NAME", options->problems.kind,
                "only problems of this kind or group, notes and complete games included: a name that --json gives")
        .such_as("illegal_move");
    options::add_filter(command, options->problems.filter, std::array<std::string_view, 2>{"source", "state"});
    command.flag("--retry", options->retry, "read the texts again; those that can be read further replace their games");
    command.flag("--dry-run", options->dry_run, "with --retry: report what would change, write nothing");
    command.heading("input of --retry");
    add_from(command, options->reading.from);
    add_from_notation(command, options->reading.from_notation, options->reading.prefer_notation);
    add_notation_files(command, options->reading.notation_files);
    command.heading("output");
    command.option("--export", "FOLDER", options->export_folder,
                   "write the texts to a new folder, one file each, byte for byte as in their sources");
    add_format(command, options->format);
    command.exclude({"--kind", "--all"});
    for (const char* other : {"ID", "--retry", "--export"})
        for (const char* condition : {"--kind", "--source", "--not-source", "--state", "--not-state"})
            command.exclude({condition, other});
    command.pages = true;
    command.runs(options, run_rejects);
}

namespace {

struct PassagesOptions {
    std::string database;
    std::string words;
    OutputFormat format = OutputFormat::automatic;
};

int run_passages(const PassagesOptions& options, Streams& io) {
    const store::Store store = store::Store::open(options.database, store::Access::read_only);
    reports::List<store::FoundSeparator> list(reports::passage_list(), answer_format(options.format), io.data());
    bool is_any = false;
    store::for_each_separator(store, options.words, [&](const store::FoundSeparator& found) {
        list.add(found);
        is_any = true;
    });
    list.finish();
    if (!is_any) io.remark(tr("no passages found"));
    return static_cast<int>(is_any ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_passages(Program& program) {
    Command& command = program.add({.name = "passages",
                                    .summary = "list or find text between the games of files: headings, articles",
                                    .examples = "cofnod passages games.db\n"
                                                "cofnod passages games.db 'pencampwriaeth Cymru'\n"
                                                "cofnod passages games.db --json",
                                    .more = "Everything in a file that belongs to no game is kept with its place, "
                                            "unless it was imported with --no-source. TEXT finds its words in a row, "
                                            "in any case and with or without accents and vowel marks; the last may be "
                                            "the beginning of a word."});
    command.limits_memory = true;
    auto options = std::make_shared<PassagesOptions>();
    add_database(command, options->database);
    command.argument("TEXT", options->words, "only those with these words");
    add_format(command, options->format);
    command.runs(options, run_passages);
}

}  // namespace cofnod::cli
