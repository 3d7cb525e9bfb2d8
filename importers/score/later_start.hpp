#pragma once

#include <optional>
#include <span>

#include "importers/score/token.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::importers {

/// Returns true if all words of a score were read as moves, whichever language they may be in.
bool is_all_read(const GameRecord& record);

/// Returns the first number of a score if the moves are numbered from it on, and it is not 1: those before it are not
/// there. nullopt too where it is a misprint, or the numbers before it were not read as numbers.
std::optional<Token> number_of_later_start(std::span<const Token> tokens);

}  // namespace cofnod::importers
