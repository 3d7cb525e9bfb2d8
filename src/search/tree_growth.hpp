#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "games/record/replay.hpp"
#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "search/tree.hpp"
#include "store/segments.hpp"

/// The templates of OpeningTree. Each game instantiates them, `template Tree<G> OpeningTree::at(...)`, after its
/// WantedOf<G>: the type of a position to compare with games during replay.
namespace cofnod::search {

template <RecordedGame G>
struct WantedOf;

/// Move played from a position; nullopt: the game ends there.
template <RecordedGame G>
using Played = std::optional<typename G::Move>;

/// Returns the distinct moves played from the occurrences of a position in a game.
template <RecordedGame G>
std::vector<Played<G>> moves_from(typename G::Replayer now, std::string_view moves,
                                  const typename WantedOf<G>::Type& wanted) {
    std::vector<Played<G>> found;
    now.read(moves);
    while (true) {
        const bool here = wanted.is_in(now);
        if (!here && wanted.is_gone(now)) return found;
        const bool goes_on = now.next();
        const Played<G> move = goes_on ? Played<G>(now.move()) : std::nullopt;
        if (here && std::find(found.begin(), found.end(), move) == found.end()) found.push_back(move);
        if (!goes_on) return found;
    }
}

/// Number of index entries counted in the time of one replay (measured).
inline constexpr std::size_t postings_a_replay = 200;

/// A tree under construction.
template <RecordedGame G>
struct OpeningTree::Growing {
    explicit Growing(const typename G::Position& from)
        : position(from), wanted(from), white(G::is_white_to_move(from)) {}

    const typename G::Position& position;
    const typename WantedOf<G>::Type wanted;
    const bool white;  ///< White is to move
    index::Totals totals;
    std::vector<std::pair<Played<G>, index::Totals>> moves;
    ReplayStart<G> start;

    index::Totals& of(const Played<G>& move) {
        for (auto& [other, played] : moves)
            if (other == move) return played;
        return moves.emplace_back(move, index::Totals{}).second;
    }
};

template <RecordedGame G>
Tree<G> OpeningTree::at(const typename G::Position& position) {
    Growing<G> growing(position);
    for (const Part& part : parts_) add_part(part, growing);

    Tree<G> tree{growing.totals, 0, {}};
    for (const auto& [move, totals] : growing.moves)
        if (!move)
            tree.ended = totals.games;
        else if (G::is_playable(position, *move))  // a damaged index may contain others
            tree.moves.push_back({*move, totals, 0});
    sort_and_cut(tree, std::nullopt);
    return tree;
}

template <RecordedGame G>
void OpeningTree::add_scanned(const Part& part, Growing<G>& growing) {
    const index::Run& run = part.run;
    const std::vector<std::uint64_t>& wanted = selected_games(run);
    const auto is_wanted = [&](std::int64_t id) {
        return index::contains(wanted, static_cast<std::uint32_t>(id - run.first));
    };
    if (!part.lines)
        return store::for_each_segment_game(store_, run.first, run.last, [&](const store::SegmentGame& game) {
            if (game.kind == G::kind && is_wanted(game.id))
                add_game(game.start, game.moves, index::facts_of(game), growing);
        });
    for (const auto& [game, count] : store::games_with_variations(store_, run.first, run.last)) {
        const std::vector<VariationLine>& lines = variations(game);
        if (!is_wanted(game) || varied_kind_ != G::kind) continue;
        const index::GameFacts of_game = facts({run, std::nullopt, run}, static_cast<std::uint32_t>(game - run.first));
        for (const VariationLine& line : lines) add_game(line.start, line.moves, of_game, growing);
    }
}

template <RecordedGame G>
void OpeningTree::add_part(const Part& part, Growing<G>& growing) {
    if (!part.run.segment) return add_scanned(part, growing);
    const index::PositionKeys keys = index::keys_of<G>(growing.position);
    const bool is_numbered = G::has_move_numbers(growing.position);
    if (is_numbered)
        if (const index::SharedPosition position = index_.shared(part.run, keys.key); position.is_shared)
            return add_position(part, position, growing);
    const auto candidates = is_numbered ? index_.few(part.run, keys) : index_.candidates(part.run, keys);
    std::vector<std::uint32_t> ordinals;
    const std::vector<std::uint64_t>& wanted = selected(part, candidates);
    for (const std::uint32_t ordinal : candidates)
        if (index::contains(wanted, ordinal)) ordinals.push_back(ordinal);
    add_lines(part, ordinals, growing);
}

/// Adds a shared position: by its lists, or by replaying the selected games if they are far fewer.
template <RecordedGame G>
void OpeningTree::add_position(const Part& part, const index::SharedPosition& position, Growing<G>& growing) {
    const std::vector<std::uint64_t>& wanted = selected(part, position);
    if (!part.lines && headers_ && index::count_of(wanted) * postings_a_replay < position.games) {
        std::vector<std::uint32_t> ordinals;
        index::for_each_in(wanted, [&](std::uint32_t ordinal) { ordinals.push_back(ordinal); });
        return add_lines(part, ordinals, growing);
    }
    add_shared(part, position, growing, wanted);
}

template <RecordedGame G>
void OpeningTree::add_lines(const Part& part, std::span<const std::uint32_t> ordinals, Growing<G>& growing) {
    for (const std::uint32_t ordinal : ordinals) {
        const std::int64_t id = part.game(ordinal);
        if (part.lines) {
            const std::uint32_t number = part.lines->at(ordinal).number;
            const std::vector<VariationLine>& lines = variations(id);
            const auto line = std::ranges::lower_bound(lines, number, {}, &VariationLine::number);
            if (varied_kind_ == G::kind && line != lines.end() && line->number == number)
                add_game(line->start, line->moves, facts(part, ordinal), growing);
            continue;
        }
        const auto game = reader_.moves(id);
        if (game && game->kind == G::kind) add_game(game->start, game->moves, facts(part, ordinal), growing);
    }
}

template <RecordedGame G>
void OpeningTree::add_game(std::string_view start, std::string_view moves, const index::GameFacts& facts,
                           Growing<G>& growing) {
    if (start.empty() && moves.empty()) return;
    const typename G::Replayer* replayer = growing.start.from(start);
    if (!replayer) return;
    const auto found = moves_from<G>(*replayer, moves, growing.wanted);
    for (const Played<G>& move : found) growing.of(move).add(facts, growing.white);
    if (!found.empty()) growing.totals.add(facts, growing.white);
}

template <RecordedGame G>
void OpeningTree::add_shared(const Part& part, const index::SharedPosition& position, Growing<G>& growing,
                             const std::vector<std::uint64_t>& wanted) {
    const index::Run& run = part.run;
    const bool by_game = headers_ || !run.is_whole();
    // Games counted already, if games count for several moves.
    std::vector<bool> counted(by_game && position.totals ? run.games() : 0);
    for (const index::SharedMove& move : position.moves) {
        index::Totals totals, first;
        if (!by_game && move.has_totals)
            totals = move.totals;
        else
            index_.for_each_game(run, move, [&](std::uint32_t ordinal) {
                if (!index::contains(wanted, ordinal)) return;
                const index::GameFacts known = facts(part, ordinal);
                totals.add(known, growing.white);
                if (counted.empty() || counted[ordinal]) return;
                counted[ordinal] = true;
                first.add(known, growing.white);
            });
        const Played<G> played = move.move > 0 ? G::move_with_number(growing.position, move.move - 1) : std::nullopt;
        if (totals.games > 0 && (played || move.move == 0)) growing.of(played) += totals;
        if (!position.totals)
            growing.totals += totals;
        else if (by_game)
            growing.totals += first;
    }
    if (!by_game && position.totals) growing.totals += *position.totals;
}

template <RecordedGame G>
void OpeningTree::count_reached(const typename G::Position& position, Tree<G>& tree) {
    for (TreeMove<G>& move : tree.moves) {
        typename G::Position after = position;
        after.play(move.move);
        for (const Part& part : parts_) move.reached += games_with<G>(part, after);
    }
}

template <RecordedGame G>
std::int64_t OpeningTree::games_with(const Part& part, const typename G::Position& position) {
    Growing<G> growing(position);
    if (part.run.segment)
        if (const index::SharedPosition shared = index_.shared(part.run, growing.wanted.key()); shared.is_shared)
            return static_cast<std::int64_t>(headers_ ? count_shared(part, shared) : shared.games);
    add_part(part, growing);
    return static_cast<std::int64_t>(growing.totals.games);
}

}  // namespace cofnod::search
