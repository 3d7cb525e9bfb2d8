#pragma once

#include "notation/languages.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints a table of the notations that are known.
void print_notations(const notation::Languages& languages, Streams& io);

/// Prints a notation with all its letters, words and examples.
void print_notation(const notation::Language& language, Streams& io);

}  // namespace cofnod::terminal
