#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/tr.hpp"
#include "games/record/move_text.hpp"
#include "index/game_facts.hpp"
#include "operations/query.hpp"
#include "reports/writer.hpp"
#include "search/tree.hpp"

namespace cofnod::reports {

/// A move of the opening tree, or the totals of its root position.
struct TreeRow {
    std::string move;          ///< "Nf3"
    std::string numbered;      ///< "2. Nf3", for tables
    std::string uci;           ///< empty for games without UCI notation
    std::string eco, opening;  ///< opening of the position after the move
    index::Totals totals;
    bool white_moves = true;       ///< side that the score refers to
    std::uint64_t games_here = 0;  ///< games at the position before the move
    std::optional<std::int64_t>
        reached;  ///< games that reached the position after the move, including by transposition
};

/// The opening tree at a position.
struct TreeAnswer {
    std::string fen;
    std::uint64_t key = 0;
    TreeRow all;
    std::uint64_t ended = 0;  ///< games that end at this position
    bool is_chess = true;
    std::vector<TreeRow> moves;
};

/// Returns a part as a percentage of the whole; 0 if that is 0.
inline double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// Sets the opening of a position, if it has a name; `names_in`: language of the name ("cy").
void name_opening(TreeRow& row, const chess::Position& position, std::string_view names_in);

/// Converts a tree to an answer. `names_in`: language of opening names.
template <RecordedGame G>
TreeAnswer tree_answer(const typename G::Position& position, const search::Tree<G>& tree,
                       const notation::Language& language, std::string_view names_in) {
    const bool white_moves = G::is_white_to_move(position);
    TreeAnswer answer{
        .fen = G::write_position(position), .key = position.key(), .ended = tree.ended, .is_chess = !WordGame<G>};
    answer.all = {.numbered = std::string(translated(phrase("all"))),
                  .totals = tree.totals,
                  .white_moves = white_moves,
                  .games_here = tree.totals.games};
    if constexpr (!WordGame<G>) name_opening(answer.all, position, names_in);
    std::string number = white_moves ? "" : "... ";
    if constexpr (!WordGame<G>) number = move_number(position) + ' ';
    for (const search::TreeMove<G>& move : tree.moves) {
        const auto ply = G::ply_of(position, move.move);
        TreeRow row{.move = move_text<G>(position, ply, language),
                    .uci = uci_text<G>(position, ply),
                    .totals = move.totals,
                    .white_moves = white_moves,
                    .games_here = tree.totals.games,
                    .reached = move.reached};
        row.numbered = number + row.move;
        typename G::Position after = position;
        after.play(move.move);
        if constexpr (!WordGame<G>) name_opening(row, after, names_in);
        answer.moves.push_back(std::move(row));
    }
    return answer;
}

/// Returns the tree at the requested position for the games that match the filter. `limit`: only that many of the most
/// frequent moves. `names_in`: language of opening names; empty: that of the notation.
TreeAnswer opening_tree(search::Answers& answers, const operations::QueryOptions& asked,
                        const notation::Languages& languages, const notation::Language& language,
                        std::optional<std::int64_t> limit, const operations::Note& note,
                        std::string_view names_in = {});

/// Members games, white_wins, draws, ... for the totals of a row.
const Fields<TreeRow>& totals_fields();
/// Members eco and opening.
const Fields<TreeRow>& opening_fields();

/// Declares the list of moves. `with_openings` adds an opening column to tables.
Answer<TreeRow> tree_moves(bool with_openings);
/// Returns the document members other than the moves.
Value::Object tree_head(const TreeAnswer& tree);
/// Returns the shape of the document members.
Shapes tree_shape();

}  // namespace cofnod::reports
