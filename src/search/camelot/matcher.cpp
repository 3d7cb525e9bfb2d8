#include "search/camelot/matcher.hpp"

namespace cofnod::search {

std::optional<std::uint32_t> CamelotMatcher::first_ply(const store::GameMoves& game) {
    if (game.kind != CamelotGame::kind) return std::nullopt;
    const camelot::Replayer* start = start_.from(game.start);
    if (!start) {
        ++damaged_;
        return std::nullopt;
    }
    if (question_.board && question_.board != &start->position().board()) return std::nullopt;
    if (game.moves.empty() && game.start.empty()) return std::nullopt;
    if (!begins_as_asked(*start, game.moves)) return std::nullopt;
    if (!question_.asks_for_position()) return static_cast<std::uint32_t>(question_.opening.size());

    camelot::Replayer now = *start;
    now.read(game.moves);
    std::uint32_t ply = 0;
    do {
        if (is_here(now, ply)) return ply;
        if (question_.position && question_.position->is_gone(now)) return std::nullopt;
        ++ply;
    } while (now.next());
    if (now.is_damaged()) ++damaged_;
    return std::nullopt;
}

bool CamelotMatcher::begins_as_asked(camelot::Replayer game, std::string_view moves) const {
    if (question_.opening.empty()) return true;
    if (game.key() != camelot::Position::initial(game.position().board()).key()) return false;
    game.read(moves);
    for (const camelot::Move& move : question_.opening)
        if (!game.next() || game.move() != move) return false;
    return true;
}

bool CamelotMatcher::is_here(const camelot::Replayer& game, std::uint32_t ply) const {
    if (question_.position && !question_.position->is_in(game)) return false;
    if (question_.pieces && !question_.pieces->is_in(game.position())) return false;
    if (question_.pattern && !question_.pattern->is_in(game, ply)) return false;
    return question_.played.empty() || (ply > 0 && traits_of(game.before(), game.path()).has_all(question_.played));
}

}  // namespace cofnod::search
