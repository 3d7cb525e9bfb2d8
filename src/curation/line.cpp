#include "curation/line.hpp"

#include "game/with_game.hpp"

namespace cofnod::curation {

Line line_of(GameKind kind, std::string_view start, std::string_view moves) {
    return with_game(kind, [&](auto rules) {
        using Game = decltype(rules);
        Line line;
        const auto position = Game::read_start(start);
        if (!position) return line;
        typename Game::Unpacker game(*position, moves);
        while (const auto ply = game.read()) {
            line.push_back(Game::number_in_line(game.position(), *ply));
            game.play(*ply);
        }
        return line;
    });
}

}  // namespace cofnod::curation
