#pragma once

#include <cstdint>
#include <string_view>

namespace cofnod::importers::bases::chessbase {

inline constexpr std::uint64_t header_size = 46;  ///< of the index, and of each of its records

/// A record of the index that is a game. An id of 0 or more is a place in a file of entities.
struct Header {
    bool is_text = false, is_deleted = false;
    std::uint64_t moves = 0;  ///< offset in the file of moves
    std::uint64_t notes = 0;  ///< offset in the file of notes; 0: none
    std::int64_t white = -1, black = -1, tournament = -1, annotator = -1, source = -1;
    std::uint32_t date = 0;  ///< day in 5 bits, month in 4, year from there
    std::uint8_t result = 0;
    std::uint8_t round = 0, subround = 0;
    std::uint16_t white_elo = 0, black_elo = 0;
    std::uint16_t eco = 0;
    std::uint16_t medals = 0;
};

Header read_header(std::string_view record);

}  // namespace cofnod::importers::bases::chessbase
