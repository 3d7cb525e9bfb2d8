#include "game/replay.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace cofnod {

namespace {

[[noreturn]] void damaged(const std::string& what) {
    throw StoreError("a stored game is damaged: " + what, "see 'cofnod check' on the database");
}

}  // namespace

void throw_damaged_moves() { damaged("its moves cannot be read"); }

template <RecordedGame G>
typename G::Position start_position(const GameRecord& record) {
    auto start = G::read_start(record.start);
    if (!start) damaged(start.error());
    return *std::move(start);
}

template <RecordedGame G>
std::vector<typename G::Ply> main_line(const GameRecord& record) {
    std::vector<typename G::Ply> plies;
    plies.reserve(std::min<std::size_t>(record.ply_count, record.moves.size()));  // a ply is a byte or more
    if (record.moves.empty()) return plies;
    typename G::Unpacker game(start_position<G>(record), record.moves);
    while (const auto ply = game.next()) plies.push_back(*ply);
    if (game.is_damaged()) throw_damaged_moves();
    return plies;
}

template chess::Position start_position<ChessGame>(const GameRecord&);
template camelot::Position start_position<CamelotGame>(const GameRecord&);
template std::vector<chess::Move> main_line<ChessGame>(const GameRecord&);
template std::vector<camelot::Path> main_line<CamelotGame>(const GameRecord&);

}  // namespace cofnod
