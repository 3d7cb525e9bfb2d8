#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "camelot/position.hpp"

/// Positions as text, one line each:
///
///     *****2*****/**8**/*10*/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/*10*/**8**/*****2***** w 00
///     [ ranks from the top: N M n m, numbers of empty squares, * for places outside the board            ] | ||
///                                                                                         side to move: w or b ||
///                                                                     castle moves used by White and by Black: 0 to 2
namespace cofnod::camelot {

/// What is wrong with such a text, and where.
struct PositionTextError {
    SetupFault fault;
    std::size_t column;  ///< from 1, in bytes; the first column of the field when no letter is to blame

    [[nodiscard]] Reason reason() const;
    bool operator==(const PositionTextError&) const = default;
};

/// The board that such a text shows: the one with as many ranks and files; Camelot where none has.
const Board& board_of(std::string_view text);

/// The last field may be missing, or the last two: then 00, and w.
Expected<Position, PositionTextError> read_position(std::string_view text, const Board& board = boards::camelot);

std::string write_position(const Position& position);

}  // namespace cofnod::camelot
