#include "answers/opening_names.hpp"

#include <map>

#include "game/chess_game.hpp"
#include "search/openings.hpp"

namespace cofnod::answers {

namespace {

std::string_view main_part(std::string_view name) { return name.substr(0, name.find(':')); }

/// Returns the openings whose English name has no variations, by this name.
const std::map<std::string_view, const search::Opening*>& main_openings() {
    static const auto openings = [] {
        std::map<std::string_view, const search::Opening*> by_name;
        for (const search::Opening& opening : search::openings()) by_name.emplace(opening.english, &opening);
        return by_name;
    }();
    return openings;
}

}  // namespace

std::optional<MainOpening> main_opening_of(const store::GameMoves& game, std::string_view language) {
    const auto start = ChessGame::read_start(game.start);
    const search::Opening* const opening = start ? search::opening_of(*start, game.moves) : nullptr;
    if (!opening) return std::nullopt;
    const std::string_view english = main_part(opening->english);
    const auto main = main_openings().find(english);
    return MainOpening{opening->eco,
                       std::string(main == main_openings().end() ? english : main->second->name(language))};
}

}  // namespace cofnod::answers
