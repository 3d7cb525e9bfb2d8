#include "answers/game_lines.hpp"

#include <fmt/format.h>

#include <string_view>

#include "answers/game_export.hpp"
#include "chess/fen.hpp"
#include "game/replay.hpp"
#include "game/with_game.hpp"

namespace cofnod::answers {

namespace {

/// Stands for a position that is not known, or for no moves: an empty line would be lost.
constexpr std::string_view nothing = "-";

}  // namespace

void append_fen(const GameRecord& record, std::string& out) {
    if (record.state == GameState::rejected)
        out += nothing;
    else
        with_game(record.kind, [&](auto rules) {
            using Game = decltype(rules);
            out += Game::write_position(position_after<Game>(record, record.ply_count));
        });
    out += '\n';
}

void append_epd(std::int64_t id, const GameRecord& record, std::string& out) {
    if (record.state == GameState::rejected || record.kind != GameKind::chess) return;
    const chess::Position position = position_after<ChessGame>(record, record.ply_count);
    std::string fen = chess::write_fen(position);
    for (int counters = 0; counters < 2; ++counters) fen.resize(fen.rfind(' '));
    out += fmt::format("{} hmvc {}; fmvn {}; id \"game {}\";\n", fen, position.halfmove_clock(),
                       position.fullmove_number(), id);
}

void append_uci(const GameRecord& record, const notation::Language& language, std::string& out) {
    std::string line;
    if (record.state != GameState::rejected) {
        const std::string moves =
            record.kind == GameKind::chess ? uci_line_text(record) : main_line_text(record, language);
        if (!record.start.empty()) line = fmt::format("fen {}{}", record.start, moves.empty() ? "" : " moves ");
        line += moves;
    }
    out += line.empty() ? nothing : line;
    out += '\n';
}

}  // namespace cofnod::answers
