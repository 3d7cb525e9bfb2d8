#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/cql_run.hpp"
#include "cli/terminal/output.hpp"
#include "cluster/server.hpp"
#include "cql/reference.hpp"
#include "importers/text/archive.hpp"
#include "operations/input_files.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/placed.hpp"
#include "operations/reading.hpp"
#include "reports/reference.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

struct CqlCommandOptions {
    std::string script;               ///< file, or "-" for standard input
    std::vector<std::string> inputs;  ///< databases and files; empty: those named in the script, if allowed
    CqlOptions asked;
    operations::ReadingOptions reading;  ///< options for reading files
    std::string notation = "en";         ///< notation of displayed moves
    std::string output;  ///< file; empty: the one named in the script, if allowed, otherwise standard output
    bool allow_header_files = false;
    bool overwrite = false;
    bool list_filters = false;  ///< list the filters instead of searching
};

namespace fs = std::filesystem;

/// Rejects files named in the header of a script unless the command line allows or overrides them.
void refuse_header_files(const operations::CqlScript& script, const CqlCommandOptions& options) {
    if (options.allow_header_files) return;
    const auto refuse = [&](cql::Span at, const std::string& message, const std::string& instead) {
        operations::throw_fault(script.origin, script.text,
                                {at.begin, at.end, message, tr("--allow-header-files allows it, or {}", instead)});
    };
    const cql::Header& header = script.script.header;
    if (options.inputs.empty() && !header.input.empty())
        refuse(header.input_at, tr("this script wants to read {}", printable(header.input)),
               tr("name what to search on the command line"));
    if (options.output.empty() && !header.output.empty())
        refuse(header.output_at, tr("this script wants to write {}", printable(header.output)),
               tr("-o FILE names the output (-o - for standard output)"));
}

/// Resolves a path relative to the current folder or, if it does not exist there, to the folder of the script.
std::string found_from(const std::string& script, const std::string& input) {
    std::error_code ignored;
    if (fs::exists(input, ignored) || script == "-") return input;
    const fs::path beside = fs::path(script).parent_path() / input;
    return fs::exists(beside, ignored) ? beside.string() : input;
}

void refuse_to_replace(const std::string& output, const std::string& script, const std::vector<std::string>& inputs) {
    std::error_code ignored;
    if (fs::equivalent(output, script, ignored))
        throw UsageError(tr("{}: this is the script", output), tr("choose another name for -o"));
    for (const std::string& input : inputs)
        if (fs::equivalent(output, input, ignored))
            throw UsageError(tr("{}: this is one of the inputs", output), tr("choose another name for -o"));
}

/// Returns true if a database is among several inputs, so that an id alone does not identify a game.
bool is_database_among(const std::vector<std::string>& inputs) {
    return inputs.size() > 1 && std::ranges::any_of(inputs, [](const std::string& input) {
               return cluster::is_address(input) || store::is_database(input);
           });
}

void print_filters(const std::vector<cql::FilterSection>& sections, std::ostream& out) {
    std::size_t width = 0;
    for (const cql::FilterSection& section : sections)
        for (const cql::FilterEntry& filter : section.filters)
            width = std::max(width, utf8::display_width(filter.usage));
    out << tr("F any filter, S set of squares, N number (of a set: its size), T text, X position, V variable, D "
              "dictionary")
        << '\n';
    for (const cql::FilterSection& section : sections) {
        out << '\n' << translated(section.title) << '\n';
        for (const cql::FilterEntry& filter : section.filters)
            out << fmt::format("  {}{:{}}  {:8}  {}\n", filter.usage, "", width - utf8::display_width(filter.usage),
                               filter.type, translated(filter.help));
    }
}

int run_filters(OutputFormat format, Streams& io) {
    const std::vector<cql::FilterSection> sections = cql::filter_reference();
    if (!is_for_programs(format)) {
        print_filters(sections, io.out);
        return 0;
    }
    reports::List<reports::ListedFilter> list(reports::filter_list(), answer_format(format), io.data());
    for (const cql::FilterSection& section : sections)
        for (const cql::FilterEntry& filter : section.filters) list.add({section, filter});
    list.finish();
    return 0;
}

constexpr std::initializer_list<OutputFormat> cql_formats = {OutputFormat::table,  OutputFormat::json,
                                                             OutputFormat::ndjson, OutputFormat::csv,
                                                             OutputFormat::tsv,    OutputFormat::pgn};

int run_cql(const CqlCommandOptions& options, Streams& io) {
    if (options.list_filters) return run_filters(options.asked.format, io);
    if (options.script == "-" && io.in_is_terminal)
        throw UsageError(tr("cql needs a script"), tr("usage: cofnod cql SCRIPT [DB or FILE...]"));
    if (options.script != "-" && store::is_database(options.script))
        throw UsageError(tr("{}: this is a database", options.script),
                         tr("the script comes first, then what to search"));
    operations::ReadingSetup reading(options.reading);
    reading.how.threads = options.asked.job.threads;
    const pgn::WriteOptions how{.language = &operations::language_to_write(reading.languages, options.notation)};
    operations::CqlScript script = operations::read_script(
        {.option = {}, .file = operations::input_name(options.script)}, options::read_script_file(options.script));
    refuse_header_files(script, options);
    const cql::Header& header = script.script.header;

    std::vector<std::string> paths = options.inputs, inputs;
    for (const std::string& input : options.inputs)
        if (cluster::is_address(input)) inputs.push_back(input);
    std::erase_if(paths, cluster::is_address);
    operations::FoundFiles found = paths.empty() ? operations::FoundFiles{} : operations::input_files(paths);
    inputs.insert(inputs.end(), found.files.begin(), found.files.end());
    if (inputs.empty() && found.faults.empty() && !header.input.empty())
        inputs.push_back(found_from(options.script, header.input));
    if (inputs.empty() && !found.faults.empty()) throw found.faults.front().error;
    if (inputs.empty())
        throw UsageError(tr("nothing to search: the script names no input"),
                         tr("usage: cofnod cql {} games.db", options.script));

    if (options.script == "-" && std::ranges::find(inputs, "-") != inputs.end())
        throw UsageError(tr("script and games cannot both come from standard input"),
                         tr("name a file for one of them"));

    CqlOptions asked = options.asked;
    const std::string output = !options.output.empty() ? options.output : header.output.empty() ? "-" : header.output;
    const OutputFormat usual = output == "-" ? asked.format : OutputFormat::pgn;
    asked.format = format_of_output(output, asked.format, usual, cql_formats);
    refuse_to_replace(output, options.script, inputs);
    OutputFile file(output, options.overwrite, io.out);
    Streams to_file = io.writing_to(file.stream(), output == "-" ? io.out_terminal : Terminal{});

    asked.with_file = inputs.size() > 1;
    asked.with_database = is_database_among(inputs);
    CqlRun run(std::move(script), asked, how, to_file);
    const auto search_inputs = [&](operations::CqlSearch& search) {
        for (const operations::InputFault& fault : found.faults) run.fail(fault.error);
        for (const std::string& input : inputs) {
            try {
                if (cluster::is_address(input))
                    search.search_answers(open_games(input), input, {});
                else if (store::is_database(input))
                    search.search_database(input, {});
                else
                    search.search_file(input, reading);
            } catch (const InputError& error) {
                run.fail(error);
            } catch (const StoreError& error) {
                run.fail(error);
            } catch (const importers::ArchiveLimitError& error) {
                run.fail(error);
            }
        }
    };
    int code = 0;
    try {
        code = run.run(search_inputs);
    } catch (const Error&) {
        if (run.has_answered()) file.finish();
        throw;
    }
    if (run.has_answered()) file.finish();
    return code;
}

}  // namespace

void add_cql(Program& program) {
    Command& command = program.add(
        {.name = "cql",
         .summary = "run a CQL script over databases and files of games",
         .examples = "# a table of the games that match, and the plies\n"
                     "cofnod cql mates.cql games.db\n"
                     "# straight from a file; as PGN with CQL's comments\n"
                     "cofnod cql mates.cql archif.pgn --format pgn -o mates.pgn\n"
                     "# how many games and positions\n"
                     "cofnod cql mates.cql games.db --count --positions\n"
                     "# how the script was understood, and what the index left\n"
                     "cofnod cql mates.cql games.db --explain --count\n"
                     "# a script from standard input\n"
                     "echo 'mate R attacks k' | cofnod cql - games.db\n"
                     "# what a script can say\n"
                     "cofnod cql --filters",
         .more =
             "A script reads and writes nothing but the databases and files given here, and standard output: --read "
             "and --write open one folder each to 'readfile' and 'writefile', and --allow-header-files the files "
             "that cql(input ... output ...) names. A database is searched by its index first, which is much "
             "faster. In a database the number of a game is its id; with several inputs the column 'database' says "
             "whose. Games are sorted if the script sorts them. Files of games are read as 'cofnod import' reads "
             "them."});
    auto options = std::make_shared<CqlCommandOptions>();
    command.argument("SCRIPT", options->script, "a file with a CQL script, or - for standard input").required = true;
    command.argument("DB", options->inputs, "databases, and files or folders of games (default: see 'cofnod config')")
        .is_database = true;
    command.heading("output");
    command.flag("--count", options->asked.job.count, "print only the number of games");
    add_limit(command, options->asked.job.limit, "maximum number of games");
    command.flag("--explain", options->asked.explain,
                 "report how the script was understood and the answer found, and how long it took");
    command.heading("script");
    command.flag("--filters", options->list_filters, "list the filters of CQL, with a line of help each").stands_alone =
        true;
    add_cql_options(command, options->asked.job);
    command.flag("--allow-header-files", options->allow_header_files,
                 "search the input and write the output that the header cql(...) names");
    command.heading("input");
    add_from(command, options->reading.from);
    command.option("--from-notation", "X", options->reading.from_notation, "read moves of files in this notation only")
        .such_as("cy");
    add_charset(command, options->reading.charset);
    add_limits(command, options->reading.limits);
    command.heading("output");
    add_notation(command, options->notation);
    add_notation_files(command, options->reading.notation_files);
    add_output_file(command, options->output, options->overwrite, "write to this file, as PGN if no format is given");
    add_format(command, options->asked.format, cql_formats);
    command.pages = true;
    command.runs(options, run_cql);
}

}  // namespace cofnod::cli
