#include "games/record/chess_game.hpp"

#include "base/problem.hpp"
#include "base/tr.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"

namespace cofnod {

Expected<chess::Position, std::string> ChessGame::read_start(std::string_view text) {
    if (text.empty()) return Position::initial();
    if (const auto fen = chess::read_fen(text)) return fen->position;
    const auto field = chess::read_fen_field(text);
    if (!field) return Unexpected{sentence(field.error().reason())};
    return field->position;
}

std::string ChessGame::write_position(const Position& position) { return chess::write_fen(position); }

bool ChessGame::is_playable(const Position& position, Move move) { return chess::is_legal(position, move); }

std::string_view ChessGame::ending(const Position& position) {
    switch (chess::outcome(position)) {
        case chess::Outcome::checkmate: return phrase("checkmate");
        case chess::Outcome::stalemate: return phrase("stalemate");
        case chess::Outcome::none: break;
    }
    return {};
}

}  // namespace cofnod
