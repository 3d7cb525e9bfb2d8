#pragma once

#include <random>
#include <string>
#include <vector>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/pack.hpp"

namespace cofnod::search::test {

/// A random game, packed as in the store and as plain positions.
struct RandomGame {
    std::string start;
    std::string bytes;
    std::vector<chess::Move> moves;
    std::vector<chess::Position> positions;  ///< one more than moves
};

inline RandomGame random_game(std::mt19937& random, std::string start, int plies) {
    chess::Position position = start.empty() ? chess::Position::initial() : chess::read_fen(start)->position;
    RandomGame game{std::move(start), {}, {}, {position}};
    chess::Packer packer(position);
    for (int i = 0; i < plies; ++i) {
        const auto legal = chess::legal_moves(position);
        if (legal.empty()) break;
        const chess::Move move = legal[random() % legal.size()];
        packer.push(position, move);
        position.play(move);
        game.moves.push_back(move);
        game.positions.push_back(position);
    }
    game.bytes = packer.bytes();
    return game;
}

}  // namespace cofnod::search::test
