#pragma once

#include <optional>
#include <string_view>

#include "notation/described_move.hpp"

namespace cofnod::notation {

class Language;

/// Reads an algebraic move without a full target square, or with the captured piece: `NxQ`, `Nf`, `NxPf6`, `exPd5`. It
/// must be matched against the legal moves. nullopt if the word is not of this form.
std::optional<DescribedMove> read_incomplete(const Language& language, std::string_view word);

}  // namespace cofnod::notation
