#pragma once

#include "answers/writer.hpp"
#include "notation/languages.hpp"

namespace cofnod::answers {

struct ListedNotation {
    const notation::Language& language;
    bool is_written;  ///< false: only read
};

/// Declares the list of notations.
Answer<ListedNotation> notation_list();

/// Writes all notations, or the chosen one.
void write_notations(const notation::Languages& languages, const notation::Language* chosen, Format format,
                     const Output& out);

/// Returns "e4" or "4د".
std::string example_square(const notation::Language& language);

}  // namespace cofnod::answers
