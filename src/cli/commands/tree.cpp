#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "answers/tree.hpp"
#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "options/query.hpp"
#include "terminal/console.hpp"
#include "terminal/output_format.hpp"
#include "terminal/report.hpp"

namespace cofnod::cli {

namespace {

struct TreeOptions {
    std::string database;
    jobs::QueryOptions query;  ///< its filter selects games; its position is the root of the tree
    std::string notation;      ///< empty: English
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;  ///< maximum number of moves shown
};

void print(const answers::TreeAnswer& tree, const TreeOptions& options, Streams& io) {
    const bool is_table = !is_for_programs(options.format);
    if (is_table && tree.all.totals.games == 0) {
        if (!io.quiet) io.err << say("no game reached this position") << '\n';
        return;
    }
    if (is_table && !tree.all.eco.empty())
        io.out << styled(tree.all.eco, Style::bold, io.out_terminal) << ' ' << shown(tree.all.opening, io.out_terminal)
               << "\n\n";
    answers::List moves(answers::tree_moves(tree.is_chess), answer_format(options.format), io.data(),
                        answers::tree_head(tree));
    for (const answers::TreeRow& move : tree.moves) moves.add(move);
    if (is_table) moves.add(tree.all);
    moves.finish();
    if (is_table && tree.ended > 0 && !io.quiet) io.err << say("{} ended here", counted_games(tree.ended)) << '\n';
}

int run_tree(const TreeOptions& options, Streams& io) {
    const notation::Languages languages = jobs::known_languages(options.query.notation_files);
    const notation::Language& language = jobs::language_to_write(languages, options.notation);
    const auto games = open_games(options.database);
    const answers::TreeAnswer tree =
        answers::opening_tree(*games, options.query, languages, language, options.limit, notes_to(io),
                              names_language(options.notation, options.format));
    print(tree, options, io);
    return static_cast<int>(tree.all.totals.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_tree(Program& program) {
    Command& command = program.add(
        {.name = "tree",
         .summary = "show the moves played from a position, and their success",
         .examples = "# from the start\n"
                     "cofnod tree games.db\n"
                     "# after these moves, or any that lead to the same position, in Welsh\n"
                     "cofnod tree games.db --after '1. e4 e5 2. Mf3' --notation cy\n"
                     "# of one player, with Black\n"
                     "cofnod tree games.db --black morphy --json\n"
                     "# of the games of Camelot\n"
                     "cofnod tree games.db --game camelot",
         .more =
             "The score is that of the side to move. 'reached' counts the games that came to the position after the "
             "move in any order of moves."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<TreeOptions>();
    add_games(command, options->database);
    add_position(command, options->query);
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    command.heading("output");
    add_limit(command, options->limit, "only the N most played moves");
    add_notation(command, options->notation);
    add_notation_files(command, options->query.notation_files);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    command.runs(options, run_tree);
}

}  // namespace cofnod::cli
