#include "curation/line.hpp"

namespace cofnod::curation {

std::uint32_t number_in_line(const chess::Position&, chess::Move move) { return move.raw(); }

/// Combines from, to, and a 16-bit hash of the captured squares.
std::uint32_t number_in_line(const camelot::Position& before, const camelot::Path& path) {
    const camelot::Move move = camelot::effect_of(before, path);
    std::uint32_t captured = 0;
    for (const camelot::Square square : before.captured_by(move))
        captured = captured * 257 + static_cast<std::uint32_t>(square.index()) + 1;
    return static_cast<std::uint32_t>(move.from.index() | move.to.index() << 8) | (captured ^ captured >> 16) << 16;
}

Line line_of(GameKind kind, std::string_view start, std::string_view moves) {
    return with_game(kind, [&](auto rules) {
        using Game = decltype(rules);
        Line line;
        const auto position = Game::read_start(start);
        if (!position) return line;
        typename Game::Unpacker game(*position, moves);
        while (const auto ply = game.read()) {
            line.push_back(number_in_line(game.position(), *ply));
            game.play(*ply);
        }
        return line;
    });
}

}  // namespace cofnod::curation
