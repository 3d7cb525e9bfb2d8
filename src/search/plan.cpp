#include "search/plan.hpp"

#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "search/header_games.hpp"

namespace cofnod::search {

namespace {

using index::FeatureKind;
using index::Run;

/// Fraction of games above which a column or selection is not selective enough to be worth using.
constexpr double not_selective = 0.8;

std::uint64_t occupied(chess::Piece piece, chess::Square square) {
    return static_cast<std::uint64_t>(piece.index()) * 64 + static_cast<std::uint64_t>(square.index());
}

void unite(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& more) {
    if (all.empty()) all.resize(more.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] |= more[i];
}

/// Returns the keys of the wanted position if it is exact.
std::optional<index::PositionKeys> exact_keys(const Query& query) {
    const auto key = query.exact_key();
    if (!key) return std::nullopt;
    return query.other ? index::PositionKeys{*key, std::nullopt} : query.position->keys();
}

}  // namespace

void Planner::Selection::keep(std::vector<std::uint64_t> others) {
    if (!is_restricted)
        games = std::move(others);
    else
        for (std::size_t i = 0; i < games.size(); ++i) games[i] &= others[i];
    is_restricted = true;
}

std::optional<std::vector<std::int64_t>> Planner::select(const Run& run) {
    auto games = query_.lines == Lines::variations ? Ids() : select_in(run);
    if (games && query_.lines != Lines::main) add(*games, select_by_variations(run));
    return games;
}

std::optional<std::vector<std::int64_t>> Planner::select_in(const Run& run) {
    auto games = select_as_asked(run);
    if (!games || !flipped_) return games;
    const auto others = flipped_->select_in(run);
    if (!others) return std::nullopt;
    add(*games, *others);
    return games;
}

std::optional<std::vector<std::int64_t>> Planner::select_as_asked(const Run& run) {
    if (!run.segment || !(query_.asks_for_position() || opening_)) return std::nullopt;
    if (const auto keys = exact_keys(query_)) return select_by_key(run, *keys);

    Selection selection;
    if (opening_) narrow_by_opening(run, selection);
    if (query_.material) narrow_by_material(run, selection);
    if (query_.pieces)
        for (const auto& [piece, squares, all] : query_.pieces->conditions())
            narrow_by_pieces(run, piece, squares, all, selection);
    if (query_.position)
        for (int i = 0; i < chess::piece_count; ++i) {
            const auto piece = chess::Piece::from_index(i);
            narrow_by_pieces(run, piece, query_.position->pieces(piece), true, selection);
        }
    if (!selection.is_restricted) return std::nullopt;
    const double left = static_cast<double>(index::count_of(selection.games)) / run.games();
    if (left > not_selective) return std::nullopt;
    return ids_of(run, selection.games);
}

std::vector<std::int64_t> Planner::select_by_variations(const Run& run) {
    if (!run.segment) return varied_games(store_, {run.first, run.last});
    const std::optional<index::Lines> lines = index_.lines(run);
    if (!lines) return {};
    if (!lines->run.segment) return varied_games(store_, {run.first, run.last});
    std::vector<std::int64_t> ids;
    const auto add = [&](std::uint32_t line) {
        const std::int64_t id = run.first + lines->at(line).game;
        if (ids.empty() || ids.back() != id) ids.push_back(id);
    };
    if (const auto found = select_in(lines->run))
        for (const std::int64_t line : *found) add(static_cast<std::uint32_t>(line - lines->run.first));
    else
        for (const std::uint32_t game : lines->games) ids.push_back(run.first + game);
    return ids;
}

std::vector<std::int64_t> Planner::select_by_key(const Run& run, const index::PositionKeys& keys) {
    std::vector<std::int64_t> ids;
    for (const std::uint32_t ordinal : index_.candidates(run, keys)) ids.push_back(run.first + ordinal);
    return ids;
}

std::optional<std::int64_t> Planner::count(const Run& run) {
    if (!run.segment || flipped_) return std::nullopt;
    if (query_.lines == Lines::all) return count_by_lines(run);
    if (query_.lines == Lines::variations) return std::nullopt;
    if (query_.asks_for_key_alone()) {
        const index::SharedPosition position = index_.shared(run, *query_.exact_key());
        return position.is_shared ? std::optional(static_cast<std::int64_t>(position.games)) : std::nullopt;
    }
    const bool material_alone =
        query_.material && !query_.also && !query_.position && !query_.pieces && query_.opening.empty();
    if (material_alone && query_.material->is_exact())
        return static_cast<std::int64_t>(index_.count(run, FeatureKind::material, query_.material->signature()));
    return std::nullopt;
}

/// Counts the games that have a position in any of their lines, unless some must be replayed.
std::optional<std::int64_t> Planner::count_by_lines(const Run& run) {
    if (!query_.asks_for_key_alone()) return std::nullopt;
    const index::PositionKeys keys = *exact_keys(query_);
    std::vector<std::uint64_t> games((run.games() + 63) / 64);
    // Calls each(ordinal) for what has the position; returns false if the index does not decide.
    const auto find = [&](const Run& of_lines, const auto& each) {
        const index::SharedPosition position = index_.shared(of_lines, keys.key);
        for (const index::SharedMove& move : position.moves) index_.for_each_game(of_lines, move, each);
        return position.is_shared || index_.few(of_lines, keys).empty();
    };
    if (!find(run, [&](std::uint32_t game) { index::add(games, game); })) return std::nullopt;
    const std::optional<index::Lines> lines = index_.lines(run);
    if (lines && !lines->run.segment) return std::nullopt;
    if (lines && !find(lines->run, [&](std::uint32_t line) { index::add(games, lines->at(line).game); }))
        return std::nullopt;
    return static_cast<std::int64_t>(index::count_of(games));
}

/// Keeps games that reach the position after the opening, by any moves.
void Planner::narrow_by_opening(const Run& run, Selection& selection) {
    const auto most = static_cast<std::uint64_t>(not_selective * run.games());
    if (index_.shared(run, opening_->key).games > most) return;
    std::vector<std::uint64_t> games((run.games() + 63) / 64);
    for (const std::uint32_t ordinal : index_.candidates(run, *opening_)) index::add(games, ordinal);
    selection.keep(std::move(games));
}

void Planner::narrow_by_pieces(const Run& run, chess::Piece piece, chess::Bitboard squares, bool all,
                               Selection& selection) {
    if (squares.empty()) return;
    if (all) {
        const auto most = static_cast<std::uint64_t>(not_selective * run.games());
        for (const chess::Square square : squares)
            if (auto games = index_.few_games(run, FeatureKind::occupied, occupied(piece, square), most))
                selection.keep(*std::move(games));
        return;
    }
    std::vector<std::uint64_t> games;
    for (const chess::Square square : squares)
        unite(games, index_.games(run, FeatureKind::occupied, occupied(piece, square)));
    selection.keep(std::move(games));
}

void Planner::narrow_by_material(const Run& run, Selection& selection) {
    if (query_.material->is_exact())
        return selection.keep(index_.games(run, FeatureKind::material, query_.material->signature()));
    // Once for all parts of a segment.
    if (fitting_.first != run.segment->id) {
        const Run whole{run.segment->first_game, run.segment->last_game, run.segment};
        fitting_ = {run.segment->id, std::vector<std::uint64_t>((whole.games() + 63) / 64)};
        index_.for_each_material(whole, [&](const index::MaterialGames& row) {
            if (query_.material->fits(row.signature)) index::PositionIndex::unite(fitting_.second, row, whole);
        });
    }
    selection.keep(index::part_of(fitting_.second, run));
}

}  // namespace cofnod::search
