#include "search/matcher.hpp"

#include <algorithm>

#include "chess/pack.hpp"

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

}  // namespace

QueryMatcher::QueryMatcher(const Query& query) : query_(query), opening_(packed(query.opening)) {
    if (query.other) other_ = query.other->matcher();
    if (query.flipped) flipped_ = std::make_unique<QueryMatcher>(*query.flipped);
}

std::optional<std::uint32_t> QueryMatcher::first_ply(const store::GameMoves& game) {
    ++replayed_;
    const auto ply = first_ply_as_asked(game);
    if (!flipped_) return ply;
    const auto other = flipped_->first_ply(game);
    return ply && other ? std::min(ply, other) : ply ? ply : other;
}

std::optional<std::uint32_t> QueryMatcher::first_ply_as_asked(const store::GameMoves& game) {
    if (other_) return other_->first_ply(game);
    if (game.kind != GameKind::chess) return std::nullopt;
    const chess::Replayer* start = start_.from(game.start);
    if (!start) {
        ++damaged_;
        return std::nullopt;
    }
    if (!begins_as_asked(game, *start)) return std::nullopt;
    if (game.moves.empty() && game.start.empty()) return std::nullopt;

    using chess::Replayer;
    const auto& position = query_.position;
    const auto& pieces = query_.pieces;
    const auto& material = query_.material;
    if (position && !pieces && !material)
        return find(*start, game.moves, [&](const Replayer& now) { return position->is_in(now); });
    if (pieces && !position && !material)
        return find(*start, game.moves, [&](const Replayer& now) { return pieces->is_in(now); });
    if (query_.asks_for_position()) {
        chess::MaterialInReplay followed(*start);
        bool fits = !material || material->fits(followed.signature());
        return find(*start, game.moves, [&](const Replayer& now) {
            if (material && followed.follow(now)) fits = material->fits(followed.signature());
            return fits && (!pieces || pieces->is_in(now)) && (!position || position->is_in(now));
        });
    }
    return static_cast<std::uint32_t>(query_.opening.size());
}

bool QueryMatcher::begins_as_asked(const store::GameMoves& game, const chess::Replayer& start) const {
    return opening_.empty() || (start.key() == start_.initial().key() && game.moves.starts_with(opening_));
}

template <typename Wanted>
std::optional<std::uint32_t> QueryMatcher::find(chess::Replayer game, std::string_view moves, Wanted wanted) {
    game.read(moves);
    std::uint32_t ply = 0;
    do {
        if (wanted(game)) return ply;
        if (query_.position && query_.position->is_gone(game)) return std::nullopt;
        ++ply;
    } while (game.next());
    if (game.is_damaged()) ++damaged_;
    return std::nullopt;
}

}  // namespace cofnod::search
