#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/reports.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "index/upkeep.hpp"
#include "operations/input_files.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/reading.hpp"
#include "operations/tally.hpp"

namespace cofnod::cli {

namespace {

struct ConvertOptions {
    Words files;  ///< empty: standard input
    std::string output = "-";
    bool overwrite = false;
    operations::ReadingOptions reading = {};
    unsigned threads = index::Resources().threads;
    std::string notation = "en";  ///< notation, "uci" or "lan"
    bool reduced = false;
    bool strict = false;
};

/// Writes games as PGN, and their problems and totals to the console.
class PgnSink final : public operations::SourcesSink {
public:
    PgnSink(const pgn::WriteOptions& how, const notation::Languages& languages, Console& console, Streams& io,
            std::ostream& out)
        : how_(how), languages_(languages), console_(console), io_(io), out_(out) {}

    void begin_source(const std::string& name, const importers::Charset& /*charset*/) override {
        problems_.emplace(name, operations::ReportingSink::What{.notes = io_.verbose > 0}, console_, nullptr);
    }
    void add_game(GameRecord&& game) override {
        problems_->report(game);
        text_.clear();
        pgn::write(game, how_, text_);
        out_ << text_;
    }
    void reached(std::uint64_t end) override {
        problems_->reached(end);
        if (!out_.flush()) throw LimitError(tr("the output cannot be written"), tr("is the disk full?"));
    }
    void end_source(const std::string& name, const operations::Tally& found) override {
        console_.clear();
        print_converted_file(name, found, languages_, io_);
    }

private:
    pgn::WriteOptions how_;
    const notation::Languages& languages_;
    Console& console_;
    Streams& io_;
    std::ostream& out_;
    std::optional<operations::ReportingSink> problems_;
    std::string text_;
};

/// Converts files of games to PGN without a database. Faults are reported on `err`; unreadable text is kept in the PGN
/// as a comment. A file that cannot be read is reported, and the others are converted.
int run_convert(const ConvertOptions& options, Streams& io) {
    if (options.files.empty() && io.in_is_terminal)
        throw UsageError(tr("convert needs a file, or games on standard input"),
                         tr("usage: cofnod convert [options] [FILE...]"));
    std::error_code ignored;
    if (options.output == "-" && options.files.size() == 2 && std::filesystem::exists(options.files.front(), ignored) &&
        !std::filesystem::exists(options.files.back(), ignored))
        throw UsageError(tr("{}: no such file", options.files.back()),
                         tr("to write to this file: -o {}", shell_word(options.files.back())));
    std::optional<InterruptGuard> guard;  // not for standard output, where Ctrl-C ends the program at once
    if (options.output != "-") guard.emplace();

    operations::ReadingSetup reading(options.reading);
    reading.how.threads = options.threads;
    pgn::WriteOptions how = operations::how_to_write(reading.languages, options.notation);
    how.reduced = options.reduced;

    format_of_output(options.output, OutputFormat::pgn, OutputFormat::pgn, {OutputFormat::pgn});
    Console console(io);
    OutputFile file(options.output, options.overwrite, io.out);
    PgnSink sink(how, reading.languages, console, io, file.stream());
    operations::Tally total;
    operations::FoundFiles found = operations::input_files(options.files.empty() ? Words{"-"} : options.files);
    for (const operations::PassedOver& each : found.passed_over) console.note(each.folder, each.text);
    for (const operations::InputFault& fault : found.faults) console.error(fault.error);
    const bool is_one = found.files.size() == 1 && found.faults.empty();
    for (const std::string& name : found.files) {
        if (guard) guard->check();
        try {
            importers::Container container = importers::Container::open(name, reading.how.limits.archive);
            operations::read_sources(container, reading, sink, total, !is_one,
                                     console.host(operations::never_cancelled));
            operations::report_skipped(container, console);
        } catch (const InputError& error) {
            if (is_one) throw;
            console.error(error);
        }
    }
    file.finish();
    if (console.failed() != ExitCode::ok) return static_cast<int>(console.failed());
    if (total.found() == 0) return static_cast<int>(ExitCode::nothing_found);
    return static_cast<int>(options.strict && total.faulty() > 0 ? ExitCode::rejected : ExitCode::ok);
}

}  // namespace

void add_convert(Program& program) {
    Command& command = program.add(
        {.name = "convert",
         .summary = "read games and write them as PGN, without a database",
         .examples = "cofnod convert archif.pgn\n"
                     "cofnod convert archif.pgn --notation ar > arabic.pgn\n"
                     "cofnod convert sample-data/chess/cy sample-data/chess/ar -o games.pgn\n"
                     "cofnod convert column.txt --from-notation cy --notation fig\n"
                     "cofnod convert archif.pgn --notation uci\n"
                     "echo '1. e4 e5 2. Mf3' | cofnod convert",
         .more = "Faults are reported on standard error. Text that could not be read stays in the PGN, as a comment "
                 "[%unread ...]."});
    auto options = std::make_shared<ConvertOptions>();
    command.argument("FILE", options->files, options::files_help).repeats = true;
    command.heading("input");
    add_reading(command, options->reading);
    command.heading("output");
    add_notation(command, options->notation, pgn_notation_help);
    add_notation_files(command, options->reading.notation_files);
    command.words(
        "--format", {"pgn"}, [](std::size_t) {}, "output format");
    command.flag("--reduced", options->reduced, "write only the seven standard tags and the moves");
    add_output_file(command, options->output, options->overwrite, "write to this file");
    command.flag("--strict", options->strict, "exit with 3 if a game is incomplete or rejected");
    command.heading("resources");
    add_threads(command, options->threads);
    command.pages = true;
    command.runs(options, run_convert, Output::data);
}

}  // namespace cofnod::cli
