#pragma once

#include "answers/writer.hpp"
#include "notation/language.hpp"

namespace cofnod::answers {

struct ListedNotation {
    const notation::Language& language;
    bool is_written;  ///< false: only read
};

/// Declares the list of notations.
Answer<ListedNotation> notation_list();

/// Returns "e4" or "4د".
std::string example_square(const notation::Language& language);

}  // namespace cofnod::answers
