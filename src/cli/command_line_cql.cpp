#include <CLI/CLI.hpp>

#include "cli/command_line_parts.hpp"
#include "cli/cql.hpp"

namespace cofnod::cli {

void add_cql_options(CLI::App& command, CqlOptions& options) {
    command.add_flag("--positions", options.positions, "of CQL: with --count, count matching positions as well");
    command.add_option("--threads", options.threads, "number of search threads (default: number of processors); results do not depend on it")
        ->type_name("N")
        ->check(CLI::Range(1U, 1024U).description(""));
    command.add_option("--timeout", options.timeout, "of CQL: end with exit code 6 after so many seconds")
        ->type_name("SECONDS");
    command
        .add_option("--memory", options.memory, "of CQL: how much memory the script may use (default: 256M), as in 1G")
        ->type_name("SIZE")
        ->transform(CLI::Validator([](std::string& text) { return CLI::AsSizeValue(false)(text); }, ""));
    command.add_option("--read", options.read_folder, "of CQL: let 'readfile' read the files in this folder")
        ->type_name("FOLDER");
    command.add_option("--write", options.write_folder, "of CQL: let 'writefile' create files in this folder")
        ->type_name("FOLDER");
}

void add_cql(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "cql",
              .summary = "run a script of CQL over databases and files of games",
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
              .more = "A script reads and writes nothing but the databases and files given here, and standard output: "
                      "--read and --write open one folder each to 'readfile' and 'writefile', and "
                      "--allow-header-files the files that cql(input ... output ...) names. A database is asked by its "
                      "index first, and is much faster. In a database a game's number is its id; of several "
                      "inputs 'database' says whose. What the script "
                      "sorts comes sorted. Files of games are read as 'cofnod import' reads them."});
    auto options = std::make_shared<CqlCommandOptions>();
    CLI::Option* const script =
        command.add_option("SCRIPT", options->script, "a file with a script of CQL, or - for standard input");
    script->required();
    command.add_option("DB", options->inputs, "databases, and files or folders of games");
    command.add_flag("--count", options->asked.count, "print only how many games there are");
    add_limit(command, options->asked.limit, "at most so many games");
    command.add_flag("--explain", options->asked.explain,
                     "tell how the script was understood and the answer found, and how long it took");
    const auto list_filters = [options, script] {
        options->list_filters = true;
        script->required(false);
    };
    command.add_flag_callback("--filters", list_filters, "list the filters of CQL, with a line of help each");
    add_cql_options(command, options->asked);
    command.add_flag("--allow-header-files", options->allow_header_files,
                     "search the input and write the output that the header cql(...) names");
    add_from(command, options->from);
    command.add_option("--from-notation", options->from_notation, "read moves of files in this notation only")
        ->type_name("X");
    add_charset(command, options->charset);
    add_limits(command, options->limits);
    add_notation(command, options->notation);
    add_notation_files(command, options->notation_files);
    command.add_option("-o,--output", options->output, "write to this file: PGN, if no format is given")
        ->type_name("FILE");
    command.add_flag("--overwrite", options->overwrite, "replace the file if it exists");
    using enum OutputFormat;
    add_format(command, options->asked.format, {table, json, ndjson, csv, tsv, pgn});
    on_chosen(command, run, options, run_cql);
}

}  // namespace cofnod::cli
