#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/place.hpp"

namespace cofnod::notation {

class Language;

/// An error in a .notation file and its place.
struct LanguageFault {
    Place place;
    std::string message;  ///< "B is the letter of the queen already"
    std::string remedy;   ///< may be empty
    std::string line;     ///< the line of the file; caret and width in code points
    std::uint32_t caret = 0;
    std::uint32_t width = 0;
};

/// Parses a language from the text of its file. Examples are stored, not tested: see check_language.
Expected<Language, LanguageFault> read_language(std::string_view text);

/// Formats a fault for display: place, message, line, caret, remedy.
std::string format_fault(const LanguageFault& fault, std::string_view file_name);

}  // namespace cofnod::notation
