#pragma once

#include <cstddef>
#include <string_view>

#include "importers/score/score_player.hpp"

namespace cofnod::importers {

struct WrittenMove;

/// Returns true for a sign at `i` that is no null move, as the numbers around it leave room for the other moves only:
/// `1. P-K4 -- P-K4 2. ...`, `1. e4 e5 0000 2. ...`.
bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a word at `i` that is no move in the language, among moves for which the numbers leave no room for
/// another: `2. Nf3 Nc6 good 3. Bb5`.
bool is_remark(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a short word with a capital, `Sp`: before a bare square it may be the piece that goes there.
bool may_name_piece(std::string_view word);

/// Returns true for `f3`: a move of a pawn, or what the name of a piece lacks.
bool is_bare_square(const WrittenMove& written);

}  // namespace cofnod::importers
