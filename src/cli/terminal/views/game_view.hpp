#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "cli/terminal/streams.hpp"
#include "games/record/record.hpp"
#include "games/record/replay.hpp"
#include "notation/languages.hpp"
#include "search/answers.hpp"
#include "store/game_reader.hpp"

namespace cofnod::terminal {

struct BoardView {
    bool flip = false;   ///< from Black's side
    bool ascii = false;  ///< letters for the pieces, and a frame of - and |
};

/// Prints a board on a terminal. `last`: a ply whose squares are highlighted, or nullptr. Specialised by each game.
template <RecordedGame G>
void print_board(std::ostream& out, const Terminal& terminal, const typename G::Position& position,
                 const notation::Language& language, const BoardView& view, const typename G::Ply* last);

/// A game to show, and its database.
struct ShownGame {
    search::Answers& games;
    std::string database;
    const store::GameHeader& header;
    const GameRecord& record;
    const notation::Languages& languages;
    const notation::Language& language;  ///< notation of the moves
    std::string names_in;                ///< language of the opening name
};

struct GameView {
    std::uint32_t ply = 0;  ///< plies before the position shown
    bool all = false;       ///< show every position in turn, without the list of moves
    BoardView board;
};

/// Prints the players and origin of a game, a board, its moves and its problems.
void print_game(const ShownGame& game, const GameView& view, Streams& io);

/// Prints a table of the known notations.
void print_notations(const notation::Languages& languages, Streams& io);

/// Prints a notation with all its letters, words and examples.
void print_notation(const notation::Language& language, Streams& io);

}  // namespace cofnod::terminal
