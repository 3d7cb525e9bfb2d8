#include <CLI/CLI.hpp>

#include "cli/command_line_parts.hpp"
#include "cli/optimize.hpp"
#include "cli/recover.hpp"
#include "cli/tree.hpp"

namespace cofnod::cli {

void add_resources(CLI::App& command, index::Resources& resources) {
    command.add_option("--threads", resources.threads, "how many threads; else as many as there are processors")
        ->type_name("N")
        ->check(CLI::Range(1, 256).description(""));
    command
        .add_option("--memory", resources.memory,
                    "how much memory making the index may take: 512M unless told, or 3G ...")
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false).description(""));
}

void add_tree(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "tree",
              .summary = "the opening tree: what was played from a position, and with what success",
              .examples = "# from the start\n"
                          "cofnod tree games.db\n"
                          "# after these moves, or wherever they led to, in Welsh\n"
                          "cofnod tree games.db --after '1. e4 e5 2. Mf3' --notation cy\n"
                          "# one player's, with Black\n"
                          "cofnod tree games.db --black morphy --json\n"
                          "# of the games of Camelot\n"
                          "cofnod tree games.db --game camelot",
              .more = "Score is of the side to move. 'reached' counts the games that came to the position after the "
                      "move in any way, through other moves too."});
    auto options = std::make_shared<TreeOptions>();
    add_database(command, options->database);
    const auto fen = command.add_option("--fen,--position", options->query.fen, "from this position")->type_name("FEN");
    command.add_option("--after", options->query.after, "from the position after these moves")
        ->type_name("MOVES")
        ->excludes(fen);
    command
        .add_option("--from-notation", options->query.from_notation,
                    "read the moves of --after in this notation, instead of finding out")
        ->type_name("X");
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    add_limit(command, options->limit, "the most played moves only");
    add_notation(command, options->notation);
    add_notation_files(command, options->query.notation_files);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    on_chosen(command, run, options, run_tree);
}

void add_optimize(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "optimize",
              .summary = "make the position index anew, in as few segments as memory allows",
              .examples = "cofnod optimize games.db\n"
                          "cofnod optimize games.db --memory 3G\n"
                          "cofnod optimize games.db --threads 4",
              .more = "import keeps the index up to date; fewer segments make searches in millions of games faster. "
                      "Games stay as they are."});
    auto options = std::make_shared<OptimizeOptions>();
    add_database(command, options->database);
    add_resources(command, options->resources);
    on_chosen(command, run, options, run_optimize);
}

void add_recover(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "recover",
              .summary = "save what can be read of a damaged database into a new one",
              .examples = "cofnod recover games.db saved.db",
              .more = "Every game that can be read is saved under its id, with its source, comments and texts; what "
                      "cannot be read is told. Exits with 3 if anything was lost. A file that lost something can be "
                      "imported again, and 'cofnod dedupe' takes out what is then there twice. The damaged database is "
                      "only read."});
    auto options = std::make_shared<RecoverOptions>();
    command.add_option("DAMAGED", options->damaged, "the damaged database")->required();
    command.add_option("DB", options->database, "the new database; there must be none of that name")->required();
    add_resources(command, options->resources);
    on_chosen(command, run, options, run_recover);
}

}  // namespace cofnod::cli
