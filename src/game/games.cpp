#include "game/games.hpp"

#include "base/sentence.hpp"
#include "camelot/move_number.hpp"
#include "camelot/movegen.hpp"
#include "camelot/position_text.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"

namespace cofnod {

Expected<chess::Position, std::string> ChessGame::read_start(std::string_view text) {
    if (text.empty()) return Position::initial();
    const auto fen = chess::read_fen(text);
    if (!fen) return Unexpected{sentence(fen.error().reason())};
    return fen->position;
}

std::string ChessGame::write_position(const Position& position) { return chess::write_fen(position); }

bool ChessGame::is_playable(const Position& position, Move move) { return chess::is_legal(position, move); }

Expected<camelot::Position, std::string> CamelotGame::read_start(std::string_view text) {
    if (text.empty()) return Position::initial();
    const auto position = camelot::read_position(text, camelot::board_of(text));
    if (!position) return Unexpected{sentence(position.error().reason())};
    return *position;
}

std::string CamelotGame::write_position(const Position& position) { return camelot::write_position(position); }

camelot::Path CamelotGame::ply_of(const Position& position, const Move& move) {
    return camelot::playable_path_of(position, move);
}

bool CamelotGame::has_move_numbers(const Position& position) { return camelot::has_move_numbers(position.board()); }

std::uint32_t CamelotGame::number_of(const Position& position, const Move& move) {
    return has_move_numbers(position) ? camelot::move_number(position, move) : 0;
}

std::optional<camelot::Move> CamelotGame::move_with_number(const Position& position, std::uint32_t number) {
    if (!has_move_numbers(position) || number >> camelot::move_number_bits) return std::nullopt;
    const auto move = camelot::move_with_number(position, number);
    return move && is_playable(position, *move) ? move : std::nullopt;
}

}  // namespace cofnod
