#include "curation/line.hpp"

#include "game/chess_game.hpp"
#include "game/replay_start.hpp"
#include "game/with_game.hpp"

namespace cofnod::curation {

namespace {

/// Without checking the moves again: those of a database are legal.
Line line_of_chess(std::string_view start, std::string_view moves) {
    thread_local ReplayStart<ChessGame> starts;
    Line line;
    const chess::Replayer* const prepared = starts.from(start);
    if (!prepared) return line;
    chess::Replayer game = *prepared;
    for (game.read(moves); game.next();) line.push_back(game.move().raw());
    return line;
}

}  // namespace

Line line_of(GameKind kind, std::string_view start, std::string_view moves) {
    if (kind == GameKind::chess) return line_of_chess(start, moves);
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
