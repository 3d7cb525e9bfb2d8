#include "search/tree.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "search/index/segment_format.hpp"
#include "search/replay_start.hpp"
#include "store/segments.hpp"

namespace cofnod::search {

namespace {

using index::GameFacts;
using index::Run;

/// What is played from a position each time that it stands on the board; 0: the game ends with it.
std::vector<std::uint32_t> moves_from(chess::Replayer now, std::string_view moves, const WantedPosition& wanted) {
    std::vector<std::uint32_t> found;
    now.read(moves);
    while (true) {
        const bool here = wanted.is_in(now);
        if (!here && wanted.is_gone(now)) return found;
        const bool goes_on = now.next();
        const std::uint32_t move = goes_on ? 1U + now.move().raw() : 0;
        if (here && std::find(found.begin(), found.end(), move) == found.end()) found.push_back(move);
        if (!goes_on) return found;
    }
}

/// The move of an Entry; nullopt: a damaged index has made it up.
std::optional<chess::Move> legal_move(const chess::Position& position, std::uint32_t number) {
    if (number > 1U + 0xFFFF) return std::nullopt;
    const auto move = chess::Move::from_raw(static_cast<std::uint16_t>(number - 1));
    return chess::is_legal(position, move) ? std::optional(move) : std::nullopt;
}

}  // namespace

/// A tree while runs of games are added to it.
struct OpeningTree::Growing {
    Totals totals;
    std::vector<std::pair<std::uint32_t, Totals>> moves;
    ReplayStart start;

    Totals& of(std::uint32_t move) {
        for (auto& [other, played] : moves)
            if (other == move) return played;
        return moves.emplace_back(move, Totals{}).second;
    }
};

OpeningTree::OpeningTree(store::Store& store, const store::HeaderFilter& filter)
    : store_(store), reader_(store), index_(store), runs_(index::runs(store)) {
    if (store::is_empty(filter)) return;
    meant_.emplace();
    store::GameCursor cursor(store, filter);
    while (const auto id = cursor.next()) meant_->push_back(*id);
}

bool OpeningTree::is_meant(std::int64_t game) const {
    return !meant_ || std::binary_search(meant_->begin(), meant_->end(), game);
}

Tree OpeningTree::at(const chess::Position& position) {
    const WantedPosition wanted(position);
    const bool white = position.turn() == chess::Color::white;
    Growing growing;
    for (const Run& run : runs_) add_run(run, wanted, white, growing);

    Tree tree{growing.totals, 0, {}};
    for (const auto& [move, totals] : growing.moves)
        if (move == 0)
            tree.ended = totals.games;
        else if (const auto played = legal_move(position, move))
            tree.moves.push_back({*played, totals, 0});
    std::sort(tree.moves.begin(), tree.moves.end(), [](const TreeMove& a, const TreeMove& b) {
        return a.totals.games != b.totals.games ? a.totals.games > b.totals.games : a.move.raw() < b.move.raw();
    });
    return tree;
}

void OpeningTree::add_run(const Run& run, const WantedPosition& wanted, bool white, Growing& growing) {
    if (!run.segment)
        return store::for_each_segment_game(store_, run.first, run.last, [&](const store::SegmentGame& game) {
            if (game.kind == GameKind::chess && is_meant(game.id))
                add_game(game.start, game.moves, index::facts_of(game), wanted, white, growing);
        });
    const index::SharedPosition position = index_.shared(run, wanted.key());
    if (position.games > 0) return add_shared(run, position, white, growing);
    for (const std::uint32_t ordinal : index_.once(run, wanted.key())) {
        if (!is_meant(run.first + ordinal)) continue;
        if (const auto game = reader_.moves(run.first + ordinal))
            add_game(game->start, game->moves, index_.facts(run, ordinal), wanted, white, growing);
    }
}

void OpeningTree::add_game(std::string_view start, std::string_view moves, const GameFacts& facts,
                           const WantedPosition& wanted, bool white, Growing& growing) {
    if (start.empty() && moves.empty()) return;
    const chess::Replayer* replayer = growing.start.from(start);
    if (!replayer) return;
    const auto found = moves_from(*replayer, moves, wanted);
    for (const std::uint32_t move : found) growing.of(move).add(facts, white);
    if (!found.empty()) growing.totals.add(facts, white);
}

void OpeningTree::add_shared(const Run& run, const index::SharedPosition& position, bool white, Growing& growing) {
    std::vector<bool> counted(meant_ && position.totals ? run.games() : 0);  // games that stand for several moves
    for (const index::SharedMove& move : position.moves) {
        Totals totals, first;
        if (!meant_ && move.has_totals)
            totals = move.totals;
        else
            index_.for_each_game(run, move, [&](std::uint32_t ordinal) {
                if (!is_meant(run.first + ordinal)) return;
                const GameFacts facts = index_.facts(run, ordinal);
                totals.add(facts, white);
                if (counted.empty() || counted[ordinal]) return;
                counted[ordinal] = true;
                first.add(facts, white);
            });
        if (totals.games > 0) growing.of(move.move) += totals;
        if (!position.totals)
            growing.totals += totals;
        else if (meant_)
            growing.totals += first;
    }
    if (!meant_ && position.totals) growing.totals += *position.totals;
}

void OpeningTree::count_reached(const chess::Position& position, Tree& tree) {
    for (TreeMove& move : tree.moves) {
        chess::Position after = position;
        after.play(move.move);
        const WantedPosition wanted(after);
        for (const Run& run : runs_) move.reached += games_with(run, wanted);
    }
}

std::int64_t OpeningTree::games_with(const Run& run, const WantedPosition& wanted) {
    if (run.segment && !meant_)
        if (const std::uint64_t games = index_.shared(run, wanted.key()).games) return static_cast<std::int64_t>(games);
    Growing growing;
    add_run(run, wanted, true, growing);
    return static_cast<std::int64_t>(growing.totals.games);
}

}  // namespace cofnod::search
