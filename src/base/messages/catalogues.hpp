#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/tr.hpp"

/// Languages of messages: English, and those of po/*.po, compiled into the program.
namespace cofnod::messages {

/// Returns the ISO 639 codes, "en" first.
const std::vector<std::string>& languages();

/// Returns the catalogue for tr.hpp; nullptr for English or an unsupported language.
const Catalogue* catalogue_of(std::string_view language);

/// Returns the language code from the environment: from the first of LC_ALL, LC_MESSAGES and LANG that is set, such as
/// cy_GB.UTF-8. "en" if that language is not supported.
std::string language_of_environment();

}  // namespace cofnod::messages
