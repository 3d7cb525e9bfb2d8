#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"

/// Random games for properties that must hold in every position.
namespace cofnod::chess::testing {

inline Position position(std::string_view fen) { return read_fen(fen).value().position; }
inline Square square(std::string_view name) { return *Square::parse(name); }

class Dice {
public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

private:
    SplitMix64 random_;
};

/// A Chess960 start: bishops on both colours, the king between the rooks.
inline Position random_chess960(Dice& dice) {
    std::string row;
    const auto is_allowed = [&] {
        const auto left = row.find('R');
        const auto king = row.find('K');
        return left < king && king < row.rfind('R') && (row.find('B') + row.rfind('B')) % 2 == 1;
    };
    do {
        row = "RNBQKBNR";
        for (std::size_t i = row.size(); i > 1; --i) std::swap(row[i - 1], row[dice.below(i)]);
    } while (!is_allowed());
    std::string black = row;
    std::transform(row.begin(), row.end(), black.begin(), [](char c) { return static_cast<char>(c | 0x20); });
    return position(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + row + " w KQkq - 0 1");
}

/// Calls visit(position, move) before each ply of a random game. With `null_moves`, one ply in eight is a null move if
/// that is legal.
template <typename Visit>
void play_random_game(Position position, Dice& dice, std::size_t plies, bool null_moves, Visit visit) {
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) return;
        Move move = moves[dice.below(moves.size())];
        if (null_moves && dice.below(8) == 0 && !position.is_check()) move = Move::null();
        visit(position, move);
        position.play(move);
    }
}

/// Starts that reach castling, promotions and en passant quickly, the initial position, and Chess960.
inline std::vector<Position> starts(Dice& dice) {
    std::vector<Position> positions = {
        Position::initial(),
        position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        position("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
        position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        position("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
        position("3k4/8/8/8/1Q4Q1/8/8/Q2KQ2Q w - - 0 1"),
    };
    for (int i = 0; i < 4; ++i) positions.push_back(random_chess960(dice));
    return positions;
}

/// Calls visit(position, move) along many random games from all the starts.
template <typename Visit>
void play_random_games(std::uint64_t seed, bool null_moves, Visit visit) {
    Dice dice(seed);
    for (int round = 0; round < 4; ++round)
        for (const Position& start : starts(dice)) play_random_game(start, dice, 120, null_moves, visit);
}

}  // namespace cofnod::chess::testing
