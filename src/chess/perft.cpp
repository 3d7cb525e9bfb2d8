#include "chess/perft.hpp"

#include "chess/movegen.hpp"

namespace cofnod::chess {

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    const MoveList moves = legal_moves(position);
    if (depth == 1) return moves.size();
    std::uint64_t lines = 0;
    for (const Move move : moves) {
        Position after = position;
        after.play(move);
        lines += perft(after, depth - 1);
    }
    return lines;
}

std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth) {
    std::vector<std::pair<Move, std::uint64_t>> lines;
    for (const Move move : legal_moves(position)) {
        Position after = position;
        after.play(move);
        lines.emplace_back(move, perft(after, depth - 1));
    }
    return lines;
}

}  // namespace cofnod::chess
