#pragma once

#include <cstddef>
#include <string>

#include "jobs/corrections.hpp"

namespace cofnod::jobs {

/// Bytes [begin, end) of a text.
struct PassagePlace {
    std::size_t begin = 0, end = 0;
};

/// Finds a passage: where it stands between blanks or signs, as a whole word, else anywhere. Throws UsageError if it is
/// not there, or if it is there several times and none is chosen. `where`: "game 5", for messages.
PassagePlace find_passage(const std::string& text, const Passage& passage, const std::string& where);

/// Returns the line of the passage, and a line with carets.
std::string marked_passage(const std::string& text, PassagePlace place);

}  // namespace cofnod::jobs
