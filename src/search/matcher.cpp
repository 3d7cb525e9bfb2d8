#include "search/matcher.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "games/chess/pack.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"
#include "games/record/variations.hpp"

namespace cofnod::search {

namespace {

std::string packed(const std::vector<chess::Move>& moves) {
    chess::Position position = chess::Position::initial();
    chess::Packer packer(position);
    for (const chess::Move move : moves) {
        packer.push(position, move);
        position.play(move);
    }
    return std::string(packer.bytes());
}

std::vector<std::uint32_t> common(const std::vector<std::uint32_t>& plies, const std::vector<std::uint32_t>& others) {
    std::vector<std::uint32_t> both;
    std::ranges::set_intersection(plies, others, std::back_inserter(both));
    return both;
}

}  // namespace

QueryMatcher::QueryMatcher(const Query& query) : query_(query), opening_(packed(query.opening)) {
    if (query.other) other_ = query.other->matcher();
    if (query.flipped) flipped_ = std::make_unique<QueryMatcher>(*query.flipped);
}

std::optional<std::uint32_t> QueryMatcher::first_ply(const store::GameMoves& game) {
    ++replayed_;
    std::optional<std::uint32_t> ply;
    for_each_ply(game, [&](std::uint32_t found) {
        ply = found;
        return false;
    });
    if (!flipped_) return ply;
    const auto other = flipped_->first_ply(game);
    return ply && other ? std::min(ply, other) : ply ? ply : other;
}

std::vector<std::uint32_t> QueryMatcher::plies(const store::GameMoves& game) {
    ++replayed_;
    std::vector<std::uint32_t> found;
    for_each_ply(game, [&](std::uint32_t ply) {
        found.push_back(ply);
        return true;
    });
    if (!flipped_) return found;
    const std::vector<std::uint32_t> others = flipped_->plies(game);
    std::vector<std::uint32_t> both;
    std::ranges::set_union(found, others, std::back_inserter(both));
    return both;
}

void QueryMatcher::for_each_ply(const store::GameMoves& game, const TakePly& take) {
    if (other_) return other_->for_each_ply(game, take);
    if (game.kind != GameKind::chess) return;
    const chess::Replayer* start = start_.from(game.start);
    if (!start) {
        ++damaged_;
        return;
    }
    if (!begins_as_asked(game, *start)) return;
    if (game.moves.empty() && game.start.empty()) return;

    using chess::Replayer;
    const auto& position = query_.position;
    const auto& pieces = query_.pieces;
    const auto& material = query_.material;
    if (position && !pieces && !material)
        return find(*start, game.moves, take, [&](const Replayer& now) { return position->is_in(now); });
    if (pieces && !position && !material)
        return find(*start, game.moves, take, [&](const Replayer& now) { return pieces->is_in(now); });
    if (query_.asks_for_position()) {
        chess::MaterialInReplay followed(*start);
        bool fits = !material || material->fits(followed.signature());
        return find(*start, game.moves, take, [&](const Replayer& now) {
            if (material && followed.follow(now)) fits = material->fits(followed.signature());
            return fits && (!pieces || pieces->is_in(now)) && (!position || position->is_in(now));
        });
    }
    take(static_cast<std::uint32_t>(query_.opening.size()));
}

bool QueryMatcher::begins_as_asked(const store::GameMoves& game, const chess::Replayer& start) const {
    return opening_.empty() || (start.key() == start_.initial().key() && game.moves.starts_with(opening_));
}

template <typename Wanted>
void QueryMatcher::find(chess::Replayer game, std::string_view moves, const TakePly& take, Wanted wanted) {
    game.read(moves);
    std::uint32_t ply = 0;
    do {
        if (wanted(game) && !take(ply)) return;
        if (query_.position && query_.position->is_gone(game)) return;
        ++ply;
    } while (game.next());
    if (game.is_damaged()) ++damaged_;
}

void add_hits(std::vector<Hit>& hits, Hit like, const std::vector<std::uint32_t>& plies, Found found) {
    if (plies.empty()) return;
    const auto add = [&](std::uint32_t ply, std::uint32_t until) {
        like.ply = ply;
        like.until = until;
        hits.push_back(like);
    };
    switch (found) {
        case Found::first: return add(plies.front(), plies.front());
        case Found::last: return add(plies.back(), plies.back());
        case Found::all:
            for (const std::uint32_t ply : plies) add(ply, ply);
            return;
        case Found::runs:
            for (std::size_t i = 0; i < plies.size();) {
                const std::uint32_t begin = plies[i];
                while (i + 1 < plies.size() && plies[i + 1] == plies[i] + 1) ++i;
                add(begin, plies[i++]);
            }
    }
}

void keep_one(std::vector<Hit>& hits, Found found) {
    if (hits.empty()) return;
    if (found == Found::first) hits.resize(1);
    if (found == Found::last) hits.erase(hits.begin(), hits.end() - 1);
}

std::vector<std::uint32_t> HitFinder::main_plies(const store::GameMoves& game, const Record& record) {
    std::vector<std::uint32_t> found = own_main_plies(game, record);
    if (!also_ || found.empty()) return found;
    std::vector<std::uint32_t> others = also_->main_plies(game, record);
    if (others.empty() || !query_.asks_for_place()) return others;
    if (!also_->query_.asks_for_place()) return found;
    return common(found, others);
}

std::vector<std::uint32_t> HitFinder::own_main_plies(const store::GameMoves& game, const Record& record) {
    if (!query_.ply.are_given()) return matcher_.plies(game);
    // The comments of a game are read only if its moves match.
    std::vector<std::uint32_t> found;
    const bool asks_for_position = query_.asks_for_position();
    if (asks_for_position) {
        found = matcher_.plies(game);
        if (found.empty()) return found;
    } else if ((query_.other || !query_.opening.empty()) && !matcher_.first_ply(game)) {
        return found;  // without conditions on moves the game may be of any kind
    }
    const auto whole = record();
    if (!whole) return {};
    std::vector<std::uint32_t> moves = query_.ply.plies_in(*whole);
    if (!asks_for_position) return moves;
    return common(found, moves);
}

std::optional<Hit> HitFinder::first(const store::GameMoves& game, const Record& record) {
    if (query_.ply.are_given() || also_) {
        const std::vector<std::uint32_t> plies = main_plies(game, record);
        return plies.empty() ? std::nullopt : std::optional(Hit{game.id, plies.front(), 0, plies.front()});
    }
    if (query_.lines != Lines::variations)
        if (const auto ply = matcher_.first_ply(game)) return Hit{game.id, ply, 0, *ply};
    if (query_.lines == Lines::main) return std::nullopt;
    const auto whole = record();
    if (!whole) return std::nullopt;
    for (const VariationLine& line : variations_of(*whole))
        if (const std::vector<std::uint32_t> plies = plies_in(line, game.id, whole->kind); !plies.empty())
            return Hit{game.id, plies.front(), line.number, plies.front()};
    return std::nullopt;
}

/// Returns the plies in a variation, without the position that it leaves, which is one of another line.
std::vector<std::uint32_t> HitFinder::plies_in(const VariationLine& line, std::int64_t game, GameKind kind) {
    std::vector<std::uint32_t> plies = variation_matcher_.plies({game, kind, line.start, line.moves});
    if (!plies.empty() && plies.front() == 0) plies.erase(plies.begin());
    for (std::uint32_t& ply : plies) ply += line.first;
    return plies;
}

std::vector<Hit> HitFinder::all(const store::GameMoves& game, const Record& record) {
    std::vector<Hit> hits;
    if (query_.lines != Lines::variations) add_hits(hits, {.game = game.id}, main_plies(game, record), query_.found);
    if (query_.lines == Lines::main) return hits;
    const auto whole = record();
    if (!whole) return hits;
    for (const VariationLine& line : variations_of(*whole))
        add_hits(hits, {.game = game.id, .line = line.number}, plies_in(line, game.id, whole->kind), query_.found);
    keep_one(hits, query_.found);
    return hits;
}

}  // namespace cofnod::search
