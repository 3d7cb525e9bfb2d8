#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "games/chess/position.hpp"
#include "notation/languages.hpp"

namespace cofnod::search {

/// Moves entered by the user, from the standard position: `1. e4 e5 2. Mf3`.
struct WrittenMoves {
    std::vector<chess::Move> moves;
    chess::Position after = chess::Position::initial();
    const notation::Language* language = nullptr;      ///< notation used
    std::vector<const notation::Language*> otherwise;  ///< notations that read different moves
};

/// Reads moves separated by whitespace, with or without numbers, all in one notation: the first, starting with English,
/// in which every move is legal; non-algebraic notations are tried last. If `given` is set, only that notation is
/// tried. On failure, returns the fault of the notation that read the most moves.
Expected<WrittenMoves, TextFault> read_written_moves(std::string_view text, const notation::Languages& languages,
                                                     const notation::Language* given = nullptr);

}  // namespace cofnod::search
