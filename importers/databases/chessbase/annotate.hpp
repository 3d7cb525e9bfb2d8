#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "importers/databases/chessbase/moves.hpp"
#include "importers/databases/chessbase/tags.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

/// A note of a game.
struct Note {
    enum class Kind : std::uint8_t {
        text_after = 0x02,
        signs = 0x03,  ///< up to three NAGs
        squares = 0x04,
        arrows = 0x05,
        time_spent = 0x07,
        quoted_game = 0x13,
        white_clock = 0x16,
        black_clock = 0x17,
        critical = 0x18,
        link = 0x1C,
        evaluation = 0x21,
        medals = 0x22,
        color_of_line = 0x23,
        time_control = 0x24,
        text_before = 0x82,
    };
    static constexpr std::int32_t before_game = -1;

    std::int32_t node;  ///< number of the move, counted from 0 in record order
    Kind kind;          ///< may be a value not listed here
    Bytes data;
};

/// The notes of a game in block order: views of the block.
struct Notes {
    std::vector<Note> all;
    bool end_early = false;  ///< the block is shorter than declared, or ends within a note
};

Notes read_notes(std::string_view block);

/// Adds variations and notes to a game whose main line has been read. Notes other than texts become commands in a
/// comment, as in ChessBase's PGN: `[%csl Gd4]`. Notes of unread moves come last.
void annotate(const RecordedMoves& moves, Notes notes, const Header& header, const Texts& texts, const Limits& limits,
              GameRecord& game);

}  // namespace cofnod::importers::databases::chessbase
