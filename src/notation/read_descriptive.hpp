#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "notation/described_move.hpp"

namespace cofnod::notation {

class Language;

/// A move at the front of a text and its length. Moves in these notations contain blanks, `P - K 4`, so their end is
/// known only after parsing.
struct DescribedMoveAtFront {
    DescribedMove move;
    std::size_t length = 0;
};

/// Reads a move in a language whose system is not algebraic; nullopt if the text does not begin with one.
std::optional<DescribedMoveAtFront> read_descriptive(const Language& language, std::string_view text);

}  // namespace cofnod::notation
