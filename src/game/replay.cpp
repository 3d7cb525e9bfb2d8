#include "game/replay.hpp"

#include "base/error.hpp"
#include "chess/fen.hpp"
#include "chess/pack.hpp"

namespace cofnod {

namespace {

[[noreturn]] void damaged(const std::string& what) {
    throw StoreError("a stored game is damaged: " + what, "see 'cofnod check' on the database");
}

}  // namespace

chess::Position start_position(const GameRecord& record) {
    if (record.start.empty()) return chess::Position::initial();
    const auto fen = chess::read_fen(record.start);
    if (!fen) damaged(fen.error().sentence());
    return fen->position;
}

void throw_damaged_moves() { damaged("its moves cannot be read"); }

std::vector<chess::Move> main_line(const GameRecord& record) {
    std::vector<chess::Move> moves;
    moves.reserve(record.ply_count);
    if (record.moves.empty()) return moves;
    chess::Unpacker game(start_position(record), record.moves);
    while (const auto move = game.next()) moves.push_back(*move);
    if (game.is_damaged()) throw_damaged_moves();
    return moves;
}

chess::Position position_after(const GameRecord& record, std::uint32_t ply) {
    chess::Position position = start_position(record);
    for (const chess::Move move : main_line(record)) {
        if (ply-- == 0) break;
        position.play(move);
    }
    return position;
}

}  // namespace cofnod
