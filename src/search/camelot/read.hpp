#pragma once

#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "search/camelot/wanted_position.hpp"

namespace cofnod::search {

/// The position of Camelot that a text, or the beginning of one, asks for (camelot/position_text.hpp). What is written
/// counts; the side to move and the castle moves do not matter where they are missing, or `?`. The shape tells the
/// board.
Expected<WantedCamelotPosition, TextFault> read_camelot_position(std::string_view text);

/// Moves that somebody typed, from the usual position of a board: `1.E6-E8 H11-F9`.
struct WrittenCamelotMoves {
    std::vector<camelot::Move> moves;
    camelot::Position after;
};
Expected<WrittenCamelotMoves, TextFault> read_camelot_moves(std::string_view text,
                                                            const camelot::Board& board = camelot::boards::camelot);

/// Returns true if a text can only be meant for Camelot: a position with `*` or with more ranks than chess has; a score
/// whose first move is legal at the start, or names a square that chess has not; pieces among which is a Man, or whose
/// files are capital letters.
bool is_camelot_position(std::string_view text);
bool is_camelot_score(std::string_view text);
bool are_camelot_pieces(std::string_view text);

}  // namespace cofnod::search
