#pragma once

#include <optional>
#include <string_view>

#include "notation/language.hpp"
#include "notation/move_pattern.hpp"

namespace cofnod::notation {

/// An algebraic move that does not say where it goes, or says more than it has to: `NxQ`, `Nf`, `NxPf6`, `exPd5`. Only
/// the legal moves can tell which it is. nullopt: the word is none of these.
std::optional<MovePattern> read_incomplete(const Language& language, std::string_view word);

}  // namespace cofnod::notation
