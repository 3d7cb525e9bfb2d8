#pragma once

#include <array>
#include <string_view>

#include "camelot/bitboard.hpp"
#include "camelot/piece.hpp"

namespace cofnod::camelot {

/// Shape of a board and its start position. A game of the family is defined by this table alone, which is read from the
/// text of its initial position (position_text.hpp).
struct Board {
    std::string_view name;
    std::string_view initial_text;
    int file_count = 0;
    int rank_count = 0;
    Bitboard squares;
    std::array<Bitboard, 2> castles;          ///< by Color: White's is on rank 1
    std::array<Bitboard, piece_count> start;  ///< by Piece::index()
    int pieces_a_side = 0;
    int castle_size = 0;  ///< squares of a castle; filling it wins

    [[nodiscard]] constexpr const Bitboard& castle(Color color) const {
        return castles[static_cast<std::size_t>(color)];
    }
};

/// Derives the shape from a valid text: ranks from the top, `*` outside the board.
constexpr Board make_board(std::string_view name, std::string_view initial_text) {
    Board board{name, initial_text};
    const std::string_view ranks = initial_text.substr(0, initial_text.find(' '));
    board.rank_count = 1;
    for (const char c : ranks) board.rank_count += c == '/' ? 1 : 0;
    int rank = board.rank_count - 1;
    int file = 0;
    int number = 0;
    const auto add_squares = [&] {
        for (; number > 0; --number) board.squares |= Square::of(file++, rank);
    };
    for (const char c : ranks) {
        if (c >= '0' && c <= '9') {
            number = number * 10 + (c - '0');
            continue;
        }
        add_squares();
        if (c == '/') {
            board.file_count = file;
            file = 0;
            --rank;
        } else if (c == '*') {
            ++file;
        } else {
            board.start[static_cast<std::size_t>(Piece::from_letter(c)->index())] |= Square::of(file, rank);
            board.squares |= Square::of(file++, rank);
        }
    }
    add_squares();
    for (const Square square : board.squares) {
        if (square.rank() == 0) board.castles[0] |= square;
        if (square.rank() == board.rank_count - 1) board.castles[1] |= square;
    }
    board.pieces_a_side = (board.start[0] | board.start[1]).count();
    board.castle_size = board.castles[0].count();
    return board;
}

namespace boards {

// clang-format off
inline constexpr Board camelot = make_board("Camelot",
    "*****2*****/**8**/*10*/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/*10*/**8**/*****2***** w 00");
inline constexpr Board cam = make_board("Cam",
    "***1***/**3**/*5*/2n1n2/1mmmmm1/7/7/7/1MMMMM1/2N1N2/*5*/**3**/***1*** w 00");
inline constexpr Board camette = make_board("Camette",
    "**1**/*1n1*/1mmm1/5/1MMM1/*1N1*/**1** w 00");
inline constexpr Board chivalry = make_board("Chivalry",
    "******2******/***8***/**10**/*12*/14/2nnmmmmmmnn2/2nnmmmmmmnn2/14/14/2NNMMMMMMNN2/2NNMMMMMMNN2/14/*12*/**10**/***8***/******2****** w 00");
// clang-format on

static_assert(camelot.squares.count() == 160 && camelot.pieces_a_side == 14 && camelot.castle_size == 2);
static_assert(cam.squares.count() == 67 && cam.pieces_a_side == 7 && cam.castle_size == 1);
static_assert(camette.squares.count() == 23 && camette.pieces_a_side == 4 && camette.castle_size == 1);
static_assert(chivalry.squares.count() == 176 && chivalry.pieces_a_side == 20 && chivalry.castle_size == 2);

}  // namespace boards

/// Returns the board that is called Camelot, Cam, Camette or Chivalry, in small or capital letters; nullptr for every
/// other name.
const Board* board_named(std::string_view name);

}  // namespace cofnod::camelot
