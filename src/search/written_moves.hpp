#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "chess/position.hpp"
#include "notation/languages.hpp"

namespace cofnod::search {

/// Moves that somebody typed, from the usual position: `1. e4 e5 2. Mf3`.
struct WrittenMoves {
    std::vector<chess::Move> moves;
    chess::Position after = chess::Position::initial();
    const notation::Language* language = nullptr;      ///< that they were read in
    std::vector<const notation::Language*> otherwise;  ///< that read them too, as other moves
};

/// Words between blanks: moves in any notation, with or without numbers, one notation for all of them. The notation
/// is the one, English first, in which every move is legal; those that are not algebraic are tried where there is none.
/// `given` is the only one tried. A fault is that of the notation that came furthest.
Expected<WrittenMoves, TextFault> read_written_moves(std::string_view text, const notation::Languages& languages,
                                                     const notation::Language* given = nullptr);

}  // namespace cofnod::search
