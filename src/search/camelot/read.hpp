#pragma once

#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "search/camelot/wanted_position.hpp"

namespace cofnod::search {

/// Reads a wanted position from the fields of a Camelot position (camelot/position_text.hpp). A side to move or castle
/// moves that are missing, or `?`, match any. The board is recognised by its shape.
Expected<WantedCamelotPosition, TextFault> read_camelot_position(std::string_view text);

/// Moves entered by the user, from the standard position of a board: `1.E6-E8 H11-F9`.
struct WrittenCamelotMoves {
    std::vector<camelot::Move> moves;
    camelot::Position after;
};
Expected<WrittenCamelotMoves, TextFault> read_camelot_moves(std::string_view text,
                                                            const camelot::Board& board = camelot::boards::camelot);

/// Return true if a text can only be meant for Camelot: a position with `*` or more than eight ranks; a score whose
/// first move is legal, or names a square that chess does not have; pieces that include a Man, or have capital files.
bool is_camelot_position(std::string_view text);
bool is_camelot_score(std::string_view text);
bool are_camelot_pieces(std::string_view text);

}  // namespace cofnod::search
