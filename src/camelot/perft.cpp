#include "camelot/perft.hpp"

#include "camelot/movegen.hpp"

namespace cofnod::camelot {
namespace {

std::uint64_t lines_after(const Position& position, const Move& move, int depth, Branching branching) {
    Position after = position;
    after.play(move);
    return perft(after, depth, branching);
}

}  // namespace

std::uint64_t perft(const Position& position, int depth, Branching branching) {
    if (depth <= 0) return 1;
    std::uint64_t lines = 0;
    if (branching == Branching::by_path) {
        const PathList paths = legal_paths(position);
        if (depth == 1) return paths.size();
        for (const Path& path : paths) lines += lines_after(position, effect_of(position, path), depth - 1, branching);
    } else {
        const MoveList moves = legal_moves(position);
        if (depth == 1) return moves.size();
        for (const Move& move : moves) lines += lines_after(position, move, depth - 1, branching);
    }
    return lines;
}

}  // namespace cofnod::camelot
