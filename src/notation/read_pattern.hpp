#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "notation/language.hpp"
#include "notation/move_pattern.hpp"

namespace cofnod::notation {

/// A move at the front of a text, and how many bytes of it it takes: scores in these notations have blanks inside a
/// move, `P - K 4`, so that where it ends is known only when it has been read.
struct ReadPattern {
    MovePattern pattern;
    std::size_t length = 0;
};

/// Only for languages whose system is not algebraic; nullopt when the text does not begin with a move.
std::optional<ReadPattern> read_pattern(const Language& language, std::string_view text);

}  // namespace cofnod::notation
