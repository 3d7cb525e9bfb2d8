#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "importers/formats/prose/move_numbers.hpp"
#include "notation/languages.hpp"

/// Positions in words or letters above a score:
///
///     Gwyn: Tb5 Be6              White: K at QKt8, P at QR7             8/8/3t4/8/8/8/3G4/3T4
///     Du: Th8                    Black: K at QR8, Q at QB3
namespace cofnod::importers::prose {

/// True for the pieces of one player and their squares, a king among them, in any language.
bool is_piece_list(std::string_view text, const notation::Languages& languages);

/// Returns the first field of a FEN for the pieces of both players, listed in one language.
std::optional<std::string> read_piece_lists(std::string_view white, std::string_view black,
                                            const notation::Languages& languages);

/// Returns the first field of a FEN for a line of that form, with the letters of any language and nothing behind them.
std::optional<std::string> read_forsyth(std::string_view line, const notation::Languages& languages);

/// Returns the FEN of a placement. The first number of the score shows who is to move; king and rook in their places
/// may castle.
std::string fen_of(std::string_view placement, const MoveNumber& first);

}  // namespace cofnod::importers::prose
