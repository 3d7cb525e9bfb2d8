#include <CLI/CLI.hpp>

#include "cli/command_line_parts.hpp"
#include "cli/compare.hpp"
#include "cli/dedupe.hpp"
#include "cli/players.hpp"

namespace cofnod::cli {

void add_dedupe(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app,
        {.name = "dedupe",
         .summary = "find games that are records of one, and link them",
         .examples = "# look: nothing is changed\n"
                     "cofnod dedupe games.db\n"
                     "# only those with the same moves; as data for other programs\n"
                     "cofnod dedupe games.db --same-moves --json\n"
                     "# link them as witnesses of one game\n"
                     "cofnod dedupe games.db --apply",
         .more = "Three kinds are found, and with no option all three. Players' names must not contradict (aliases "
                 "are heeded), nor, for what is short or contained, dates. Linking deletes nothing. With "
                 "--delete a record goes if the fullest has all of its moves and comments; its tags stay in "
                 "table deleted_game. Other readings are never deleted."});
    auto options = std::make_shared<DedupeOptions>();
    add_database(command, options->database);
    command.add_flag("--same-moves", options->same_moves, "games with the same moves");
    command.add_flag("--contained", options->contained, "games whose moves another begins with");
    command.add_flag("--readings", options->readings, "games of one day that differ in a few moves");
    command.add_option("--min-plies", options->min_plies, "shorter games are the same only if of one day; 20")
        ->type_name("N");
    const auto dry_run = command.add_flag("--dry-run")->description("change nothing; so it is without --apply");
    command.add_flag("--apply", options->apply, "link them as witnesses of one game")->excludes(dry_run);
    command.add_flag("--delete", options->remove, "with --apply: delete records that add nothing");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    on_chosen(command, run, options, run_dedupe);
}

void add_compare(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "compare",
              .summary = "lay records of one game side by side, move by move",
              .examples = "# two games, wherever they come from\n"
                          "cofnod compare games.db 1 2\n"
                          "# every move, all in English\n"
                          "cofnod compare games.db 1 2 --all --notation en\n"
                          "# as data for other programs\n"
                          "cofnod compare games.db 1 2 --json",
              .more = "With one ID: the records that 'cofnod dedupe --apply' has linked with it. Exits with 1 where "
                      "moves or tags differ."});
    auto options = std::make_shared<CompareOptions>();
    add_database(command, options->database);
    command.add_option("ID", options->ids, "which games")->required();
    command.add_flag("--all", options->all, "every move and tag, not only those that differ");
    add_notation(command, options->notation, "write the moves of all in this notation, instead of each in its own");
    add_notation_files(command, options->notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    on_chosen(command, run, options, run_compare);
}

void add_players(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "players",
              .summary = "list players, or tell which spellings are one player",
              .examples = "# who plays most\n"
                          "cofnod players games.db | head\n"
                          "# accents, harakat and capitals do not matter\n"
                          "cofnod players games.db --find morphy\n"
                          "# for other programs\n"
                          "cofnod players games.db --csv",
              .more = "cofnod players games.db --alias 'Tal, M.' 'Tal, Mikhail': from then on a search for one finds "
                      "the games of both. The games keep the spelling of their source; --forget takes it back."});
    auto options = std::make_shared<PlayersOptions>();
    add_database(command, options->database);
    command.add_option("--find", options->find, "a part of a name")->type_name("TEXT");
    command.add_option("--alias", options->alias, "a spelling, and the spelling the player is to be known by")
        ->type_name("NAME NAME")
        ->expected(2);
    command.add_option("--forget", options->forget, "this spelling is to stand for itself again")->type_name("NAME");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    on_chosen(command, run, options, run_players);
}

}  // namespace cofnod::cli
