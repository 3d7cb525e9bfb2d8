#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/say.hpp"

/// The languages in which the program speaks to people: English, and those of po/*.po, compiled into it.
namespace cofnod::messages {

/// ISO 639 codes: "en" first.
const std::vector<std::string>& languages();

/// Returns the catalogue for say.hpp; nullptr: English, or a language that the program does not speak.
const Catalogue* catalogue_of(std::string_view language);

/// Returns the code of the language that the environment asks for: the first that is set of LC_ALL, LC_MESSAGES and
/// LANG, such as cy_GB.UTF-8. "en" if the program does not speak it.
std::string language_of_environment();

}  // namespace cofnod::messages
