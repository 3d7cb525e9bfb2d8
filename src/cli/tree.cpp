#include "cli/tree.hpp"

#include <fmt/format.h>

#include <concepts>
#include <ostream>

#include "answers/tree.hpp"
#include "base/error.hpp"
#include "chess/fen.hpp"
#include "cli/notation_choice.hpp"
#include "cli/report.hpp"
#include "search/read_position.hpp"
#include "search/tree.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

/// The position that a tree begins from.
template <RecordedGame G>
typename G::Position start_of(const QueryOptions& query, const notation::Languages& languages, const Streams& io);

template <>
chess::Position start_of<ChessGame>(const QueryOptions& query, const notation::Languages& languages,
                                    const Streams& io) {
    if (query.fen) {
        const auto read = search::read_position(*query.fen);
        if (!read) throw_fault("--fen", *query.fen, read.error());
        if (!read->wanted.is_exact())
            throw UsageError("--fen: a tree needs a whole position", "write at least the first four fields");
        return chess::read_fen(*query.fen)->position;
    }
    if (!query.after) return chess::Position::initial();
    return read_moves("--after", *query.after, query, languages, io).after;
}

template <>
camelot::Position start_of<CamelotGame>(const QueryOptions& query, const notation::Languages&, const Streams&) {
    if (query.after) return read_camelot_moves("--after", *query.after, query).after;
    if (!query.fen) return camelot::Position::initial(query.board ? *query.board : camelot::boards::camelot);
    const auto wanted = read_camelot_position(*query.fen, query);
    if (!wanted.is_exact())
        throw UsageError("--fen: a tree needs a whole position", "write the side to move and the castle moves, too");
    return wanted.position();
}

template <RecordedGame G>
class TreeView {
public:
    TreeView(const TreeOptions& options, store::Store& store, Streams& io)
        : options_(options),
          io_(io),
          languages_(known_languages(options.query.notation_files)),
          language_(language_to_write(languages_, options.notation)),
          store_(store),
          position_(start_of<G>(options.query, languages_, io)) {}

    int run() {
        store::HeaderFilter filter = header_filter(options_.query, languages_);
        filter.kind.reset();  // a position is one of one game
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
            if (!io_.quiet) io_.err << "no game came to this position\n";
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

}  // namespace

int run_tree(const TreeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    return with_game(game_to_look_at(options.query, store),
                     [&](auto game) { return TreeView<decltype(game)>(options, store, io).run(); });
}

}  // namespace cofnod::cli
