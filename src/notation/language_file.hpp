#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/problem.hpp"
#include "notation/language.hpp"

namespace cofnod::notation {

/// What is wrong with a .notation file, and where.
struct LanguageFault {
    Place place;
    std::string message;  ///< "B is the letter of the queen already"
    std::string remedy;   ///< may be empty
    std::string line;     ///< the line of the file; caret and width in code points
    std::uint32_t caret = 0;
    std::uint32_t width = 0;
};

/// A language from the text of its file. Examples are kept, not tried: see check_language.
Expected<Language, LanguageFault> read_language(std::string_view text);

/// The fault as people read it: place, fact, line, caret, remedy.
std::string format_fault(const LanguageFault& fault, std::string_view file_name);

}  // namespace cofnod::notation
