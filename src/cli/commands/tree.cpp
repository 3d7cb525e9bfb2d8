#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "answers/tree.hpp"
#include "base/error.hpp"
#include "cli/console.hpp"
#include "cli/options/output.hpp"
#include "cli/options/reading.hpp"
#include "cli/output_format.hpp"
#include "cli/program.hpp"
#include "cli/report.hpp"
#include "game/with_game.hpp"
#include "jobs/asking.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "options/query.hpp"
#include "search/tree.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

struct TreeOptions {
    std::string database;
    jobs::QueryOptions query;  ///< its filter selects games; its position is the root of the tree
    std::string notation = "en";
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;  ///< maximum number of moves shown
};

template <RecordedGame G>
class TreeView {
public:
    TreeView(const TreeOptions& options, store::Store& store, Streams& io)
        : options_(options),
          io_(io),
          languages_(jobs::known_languages(options.query.notation_files)),
          language_(jobs::language_to_write(languages_, options.notation)),
          store_(store),
          position_(jobs::asking_of<G>().position(options.query, languages_, notes_to(io))) {}

    int run() {
        store::HeaderFilter filter = jobs::header_filter(options_.query, languages_);
        filter.kind.reset();  // a position implies the kind of game
        search::OpeningTree opening(store_, filter);
        search::Tree<G> tree = opening.template at<G>(position_);
        if (options_.limit && tree.moves.size() > static_cast<std::size_t>(*options_.limit))
            tree.moves.resize(static_cast<std::size_t>(*options_.limit));
        opening.count_reached(position_, tree);
        print(answers::tree_answer<G>(position_, tree, language_));
        return static_cast<int>(tree.totals.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
    }

private:
    void print(const answers::TreeAnswer& tree) const {
        const bool is_table = !is_for_programs(options_.format);
        if (is_table && tree.all.totals.games == 0) {
            if (!io_.quiet) io_.err << "no game reached this position\n";
            return;
        }
        if (is_table && !tree.all.eco.empty())
            io_.out << styled(tree.all.eco, Style::bold, io_.out_terminal) << ' '
                    << shown(tree.all.opening, io_.out_terminal) << "\n\n";
        answers::List moves(answers::tree_moves(std::same_as<G, ChessGame>), answer_format(options_.format), io_.data(),
                            answers::tree_head(tree));
        for (const answers::TreeRow& move : tree.moves) moves.add(move);
        if (is_table) moves.add(tree.all);
        moves.finish();
        if (is_table && tree.ended > 0 && !io_.quiet)
            io_.err << fmt::format("{} ended here\n", counted(tree.ended, "game"));
    }

    const TreeOptions& options_;
    Streams& io_;
    notation::Languages languages_;
    const notation::Language& language_;
    store::Store& store_;
    typename G::Position position_;
};

int run_tree(const TreeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    return with_game(jobs::game_to_look_at(options.query, store),
                     [&](auto game) { return TreeView<decltype(game)>(options, store, io).run(); });
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
    add_database(command, options->database);
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
