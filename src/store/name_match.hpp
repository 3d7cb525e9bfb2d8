#pragma once

#include <string>
#include <string_view>

namespace cofnod::store {

/// Small letters for capitals, in the Latin, Greek and Cyrillic alphabets; all else stays. A code point becomes one
/// code point. (Accents and Arabic vowel signs still count.)
std::string fold_case(std::string_view text);

/// Whether `part` stands somewhere in `name`, small or capital letters alike: "kasparov" is in "Kasparov, Gary".
bool name_contains(std::string_view name, std::string_view part);

}  // namespace cofnod::store
