#include <CLI/CLI.hpp>

#include "cli/command_line_parts.hpp"
#include "cli/export.hpp"
#include "cli/search.hpp"
#include "cli/show.hpp"

namespace cofnod::cli {

namespace {

/// Which games are meant: by headers, and by what happens in them.
void add_query(CLI::App& command, QueryOptions& query) {
    const auto fen =
        command
            .add_option("--fen,--position", query.fen,
                        "with this position: a FEN, or the like of Camelot; its first field alone for the pieces alone")
            ->type_name("FEN");
    command.add_option("--after", query.after, "with the position after these moves, in whatever order it was reached")
        ->type_name("MOVES")
        ->excludes(fen);
    command
        .add_option("--pieces", query.pieces,
                    "with these pieces on these squares at once: 'Pd4 nd5', or 'NC6 mJ11' in Camelot")
        ->type_name("PIECES");
    command
        .add_option(
            "--played", query.played,
            "of Camelot, and reached by such a move: plain, canter, jump, charge, castle-entry, castle-move, or "
            "several of these at once")
        ->type_name("WORDS");
    command
        .add_option(
            "--material", query.material,
            "with just these pieces left, White's and then Black's: 'KRP v KR'; P* is any number, P+ one or more")
        ->type_name("MATERIAL");
    command.add_option("--moves", query.moves, "that begin with just these moves")->type_name("MOVES");
    command
        .add_option("--from-notation", query.from_notation,
                    "read the moves of --after and --moves in this notation, instead of finding out")
        ->type_name("X");
    add_game(command, query);
    add_filter(command, query.filter);
    add_page(command, query.page);
    add_notation_files(command, query.notation_files);
}

}  // namespace

void add_search(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app,
        {.name = "search",
         .summary = "find games by position, pieces, moves, names, dates, results",
         .examples = "# the position after these moves, in any order and any notation\n"
                     "cofnod search games.db --after '1. e4 e5 2. Mf3'\n"
                     "# a pawn on d4 and a black knight on d5; drawn games only\n"
                     "cofnod search games.db --pieces 'Pd4 nd5' --result 1/2-1/2\n"
                     "# rook endings: a rook and pawns each\n"
                     "cofnod search games.db --material 'KRP+ v KRP+'\n"
                     "# how many games of one player, in one decade\n"
                     "cofnod search games.db --player morphy --since 1850 --until 1859 --count\n"
                     "# a pattern in CQL: smothered mates\n"
                     "cofnod search games.db --cql 'btm mate N attacks k not _ attackedby k'\n"
                     "# as data for other programs\n"
                     "cofnod search games.db --moves '1. e4 e5' --json\n"
                     "# games of Camelot in which a Knight charges into the castle\n"
                     "cofnod search games.db --played 'charge castle-entry'\n"
                     "# and a pattern: three Knights at least, and a move from one of these squares into the castle\n"
                     "cofnod search games.db --game camelot --pattern 'N>=3 castle-entry from [NM]C-J14-15'",
         .more =
             "All that is asked must be true; games come in the order of their ids, or as CQL sorts them. CQL may "
             "match at another position of the game than the one that is asked for. With --game camelot a pattern is "
             "made of pieces (NC6, [NM]E-H8), their numbers, and moves (jump, charge from N to NG16). A FEN with its "
             "first field alone asks for the pieces alone, with two for the side to move as well, and so on; a field "
             "behind it that is ? does not matter."});
    auto options = std::make_shared<SearchOptions>();
    add_database(command, options->database);
    add_query(command, options->query);
    const auto pattern =
        command
            .add_option(
                "--cql,--pattern", options->pattern,
                "whose positions, moves or tags match this, in CQL: 'Pd4 nd5 not P[c,e]1-8', 'mate & R attacks k'")
            ->type_name("CQL");
    command.add_option("--cql-file", options->cql_file, "the same, from a file")->type_name("FILE")->excludes(pattern);
    add_cql_options(command, options->cql);
    command.add_flag("--variations", options->query.in_variations,
                     "look for the position in variations too, where the game itself does not have it");
    command.add_flag("--count", options->count, "print only how many games there are");
    command.add_flag("--explain", options->explain, "tell how the answer was found, and how long it took");
    add_notation(command, options->notation);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv, pgn});
    on_chosen(command, run, options, run_search);
}

void add_show(CLI::App& app, Run& run) {
    CLI::App& command =
        add_command(app, {.name = "show",
                          .summary = "show a game: a board, its moves and comments, where it comes from",
                          .examples = "# the end of game 1\n"
                                      "cofnod show games.db 1\n"
                                      "# after White's fourth move, in Welsh\n"
                                      "cofnod show games.db 1 --ply 4w --notation cy\n"
                                      "# every position, seen from Black's side\n"
                                      "cofnod show games.db 1 --all --flip",
                          .more = "The last move is marked. Without --notation the game is shown as it was written."});
    auto options = std::make_shared<ShowOptions>();
    add_database(command, options->database);
    command.add_option("ID", options->id, "game id, as listed by 'cofnod search'")->required();
    CLI::Option* const ply = command
                                 .add_option("--ply", options->ply,
                                             "after so many half-moves; 4w or 4b: after White's or Black's fourth move")
                                 ->type_name("N");
    command.add_flag("--all", options->all, "every position, one after the other")->excludes(ply);
    command.add_flag("--flip", options->flip, "show the board from Black's side");
    command.add_flag("--ascii", options->ascii, "a board of plain letters; so it is where the locale is not UTF-8");
    add_notation(command, options->notation);
    add_notation_files(command, options->notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    if (!locale_is_utf8()) options->ascii = true;
    on_chosen(command, run, options, run_show);
}

void add_export(CLI::App& app, Run& run) {
    CLI::App& command = add_command(
        app, {.name = "export",
              .summary = "write games as PGN, in any notation, or as data",
              .examples = "# everything, as PGN in export format\n"
                          "cofnod export games.db -o games.pgn\n"
                          "# in Welsh\n"
                          "cofnod export games.db --notation cy\n"
                          "# tags and moves only, of the games of one player\n"
                          "cofnod export games.db --player morphy --reduced\n"
                          "# as score sheets: White and Black in two columns\n"
                          "cofnod export games.db --layout columns\n"
                          "# the last position of every game, a line each\n"
                          "cofnod export games.db --format fen",
              .more = "The same database gives the same bytes. --format fen and uci give every game one line, "
                      "in the order of ids; that of a game without a legal move is '-'. UCI moves from another start "
                      "than the usual one stand behind it: 'fen FEN moves ...'; of Camelot they are its paths."});
    auto options = std::make_shared<ExportOptions>();
    add_database(command, options->database);
    add_query(command, options->query);
    add_notation(command, options->notation,
                 "write moves in this notation: a code or name of 'cofnod languages', uci (g1f3) or lan (Ng1-f3)");
    add_choice<pgn::Layout>(command, "--layout", options->layout,
                            {{"pgn", pgn::Layout::pgn}, {"columns", pgn::Layout::columns}},
                            "of games as text: PGN, or White and Black in two columns");
    command.add_flag("--reduced", options->reduced, "seven tags and the moves only, without comments and variations");
    command.add_flag("--citations", options->citations,
                     "say where each game was taken from, as 'import --citation' has it: a tag Citation in PGN, a "
                     "column in CSV and TSV; JSON always has it");
    command.add_option("-o,--output", options->output, "write to this file")->type_name("FILE");
    command.add_flag("--overwrite", options->overwrite, "replace the file if it exists");
    using enum OutputFormat;
    add_format(command, options->format, {pgn, fen, epd, uci, json, ndjson, csv, tsv});
    on_chosen(command, run, options, run_export, Output::data);
}

}  // namespace cofnod::cli
