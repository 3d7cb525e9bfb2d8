#pragma once

#include <cstdint>
#include <iosfwd>

#include "game/record.hpp"
#include "terminal/streams.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::terminal {

/// Prints the moves of a game: the main line in paragraphs, comments and variations indented below their move, and move
/// `current` of the main line (1: the first; 0: none) marked.
///
///     1. e4 e5 2. Nf3
///         This is where I should have thought.
///         (2. f4 exf4)
///     2... [Nc6] 3. Bb5!?
///
/// Commands in comments (`[%clk 1:05:23]`) are omitted; export keeps them.
void print_move_list(std::ostream& out, const Terminal& terminal, const GameRecord& record,
                     const notation::Language& language, std::uint32_t current);

}  // namespace cofnod::terminal
