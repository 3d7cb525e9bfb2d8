#include "answers/opening_names.hpp"

#include <map>

#include "game/chess_game.hpp"
#include "game/openings.hpp"

namespace cofnod::answers {

namespace {

std::string_view main_part(std::string_view name) { return name.substr(0, name.find(':')); }

/// Returns the first row of each opening, by its English name without variations.
const std::map<std::string_view, const Opening*>& main_openings() {
    static const auto main = [] {
        std::map<std::string_view, const Opening*> by_name;
        for (const Opening& opening : cofnod::openings()) by_name.emplace(main_part(opening.english), &opening);
        return by_name;
    }();
    return main;
}

}  // namespace

MainOpening main_opening_named(std::string_view eco, std::string_view english, std::string_view language) {
    const std::string_view name = main_part(english);
    const auto main = main_openings().find(name);
    return {std::string(eco),
            std::string(main == main_openings().end() ? name : main_part(main->second->name(language)))};
}

std::optional<MainOpening> main_opening_of(const store::GameMoves& game, std::string_view language) {
    const auto start = ChessGame::read_start(game.start);
    const Opening* const opening = start ? opening_of(*start, game.moves) : nullptr;
    if (!opening) return std::nullopt;
    return main_opening_named(opening->eco, opening->english, language);
}

}  // namespace cofnod::answers
