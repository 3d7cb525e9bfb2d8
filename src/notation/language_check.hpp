#pragma once

#include <vector>

#include "notation/language_file.hpp"

namespace cofnod::notation {

/// Tries the examples of a language: each must read as the file says, and be written so. `english` reads the
/// right-hand sides. Empty: all is well.
std::vector<LanguageFault> check_language(const Language& language, const Language& english);

}  // namespace cofnod::notation
