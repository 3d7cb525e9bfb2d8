#pragma once

#include <cstdint>
#include <string>

#include "game/record.hpp"
#include "notation/languages.hpp"
#include "search/answers.hpp"
#include "store/game_reader.hpp"
#include "terminal/views/board_view.hpp"

namespace cofnod::terminal {

/// A game to show, and the database that it is from.
struct ShownGame {
    search::Answers& games;
    std::string database;
    const store::GameHeader& header;
    const GameRecord& record;
    const notation::Languages& languages;
    const notation::Language& language;  ///< of the moves
    std::string names_in;                ///< language of the opening's name
};

struct GameView {
    std::uint32_t ply = 0;  ///< the position shown is that after so many
    bool all = false;       ///< every position in turn instead, without the list of moves
    BoardView board;
};

/// Prints players and origin of a game, a board, its moves and its problems.
void print_game(const ShownGame& game, const GameView& view, Streams& io);

}  // namespace cofnod::terminal
