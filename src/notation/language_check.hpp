#pragma once

#include <vector>

#include "notation/language_file.hpp"

namespace cofnod::notation {

/// Tests the examples of a language: each must be read, and written, as the file says. `english` reads the right-hand
/// sides. Returns an empty list if all pass.
std::vector<LanguageFault> check_language(const Language& language, const Language& english);

}  // namespace cofnod::notation
