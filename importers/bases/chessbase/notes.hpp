#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases::chessbase {

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

    std::int32_t node;  ///< move, counted from 0 in the order of the record of moves
    Kind kind;          ///< perhaps none of these
    Bytes data;
};

/// The notes of a game, in the order of their block: views into it.
struct Notes {
    std::vector<Note> all;
    bool end_early = false;  ///< the block is shorter than it declares, or ends in the middle of a note
};

Notes read_notes(std::string_view block);

}  // namespace cofnod::importers::bases::chessbase
