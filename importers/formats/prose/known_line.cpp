#include "importers/formats/prose/known_line.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/pack.hpp"

namespace cofnod::importers::prose {

KnownLine main_line(const TokenisedText& text, const std::vector<Token>& game, const GameRecord& played) {
    using Kind = Token::Kind;
    KnownLine line;
    const auto start = chess::read_fen(played.start.empty() ? chess::initial_fen : std::string_view(played.start));
    if (!start) return line;
    chess::Unpacker moves(start->position, played.moves);
    std::size_t behind_last = 0;  // the tokens of the last move
    const auto add_step = [&] {
        const chess::Position& position = moves.position();
        const MoveNumber due{static_cast<std::uint32_t>(position.fullmove_number()),
                             position.turn() == chess::Color::black};
        line.steps.push_back({due, position, behind_last});
    };
    std::size_t depth = 0;
    for (std::size_t i = 0; i < game.size(); ++i) {
        const Token& token = game[i];
        depth += token.kind == Kind::open;
        depth -= token.kind == Kind::close && depth > 0;
        if (depth > 0 || (token.kind != Kind::word && token.kind != Kind::number)) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, game, i);
        line.tokens.push_back(token);
        if (token.kind == Kind::number && length == 0) continue;
        add_step();
        if (!moves.next()) return line;
        for (std::size_t more = 1; more < length && i + 1 < game.size(); ++more) line.tokens.push_back(game[++i]);
        behind_last = line.tokens.size();
    }
    add_step();
    return line;
}

}  // namespace cofnod::importers::prose
