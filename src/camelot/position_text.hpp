#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "camelot/position.hpp"

/// Text form of positions, one line each:
///
///     *****2*****/**8**/*10*/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/*10*/**8**/*****2***** w 00
///     [ ranks from the top: N M n m, numbers of empty squares, * for places outside the board            ] | ||
///                                                                                         side to move: w or b ||
///                                                                     castle moves used by White and by Black: 0 to 2
namespace cofnod::camelot {

/// An error in such a text and its position.
struct PositionTextError {
    SetupFault fault;
    std::size_t column;  ///< from 1, in bytes; the start of the field if no single character is at fault

    [[nodiscard]] Reason reason() const;
    bool operator==(const PositionTextError&) const = default;
};

/// Returns the board with as many ranks and files as the text; Camelot if there is none.
const Board& board_of(std::string_view text);

/// Reads a position. The last field, or the last two, may be missing and default to "w 00".
Expected<Position, PositionTextError> read_position(std::string_view text, const Board& board = boards::camelot);

std::string write_position(const Position& position);

}  // namespace cofnod::camelot
