#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/result.hpp"
#include "games/camelot/position.hpp"

namespace cofnod::camelot {

/// Returns every legal move by result, (from, to, captured set), once; none if the game is decided.
MoveList legal_moves(const Position& position);

/// Fills `moves`, cleared first, with legal_moves(); reuses its memory.
void generate(const Position& position, MoveList& moves);

/// Returns every legal path once, at most `most`. A canter, including that of a charge, visits no square twice,
/// including its start: circular canters are legal but change nothing. Jumps may revisit squares. Positions of known
/// games have at most some hundreds of paths, but artificial positions have a million.
PathList legal_paths(const Position& position, std::size_t most = std::numeric_limits<std::size_t>::max());

bool has_legal_move(const Position& position);

/// Returns the shortest path with this effect, the first by its squares among equals: for printing when no path was
/// recorded. Empty if the move is illegal, or not among the first million paths.
Path path_of(const Position& position, const Move& move);

/// Works like path_of(), for moves from game records, which may follow the looser reading of the rules
/// (Judgement::is_playable).
Path playable_path_of(const Position& position, const Move& move);

/// Game end by the rules on the board, whether the players noticed or not.
enum class Outcome : std::uint8_t {
    none,
    castle,            ///< a side fills the enemy castle and wins
    elimination,       ///< a side has lost all its pieces; the other has at least two and wins
    no_move,           ///< the side to move cannot move; the other has at least two pieces and wins
    material,          ///< a draw: neither side has more than one piece
    no_move_but_alone  ///< the side to move cannot move, but the other has one piece: not covered by the rules; treated
                       ///< as a draw
};

/// Returns the outcome that follows from the pieces alone, without generating moves: castle, elimination, material or
/// none.
Outcome outcome_on_board(const Position& position);

Outcome outcome(const Position& position);

/// Returns the result that follows from `outcome` of `position`; unknown if the game goes on.
Result result_of(const Position& position, Outcome outcome);

/// Criterion by which moves are distinct.
enum class Branching : std::uint8_t { by_path, by_result };

/// Returns the number of move sequences of `depth` plies from `position`, the standard test of move generators; 0 if
/// the game is over.
std::uint64_t perft(const Position& position, int depth, Branching branching);

}  // namespace cofnod::camelot
