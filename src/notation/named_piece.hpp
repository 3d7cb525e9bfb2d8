#pragma once

#include <string_view>

#include "notation/reading.hpp"

namespace cofnod::notation {

class Language;

/// Returns the readings of a move whose piece is named in full, `Marchog f3`. `rest`: what follows the name, without
/// blanks. Empty if `name` is no name of a piece in the language.
Readings read_named_move(const Language& language, std::string_view name, std::string_view rest);

}  // namespace cofnod::notation
