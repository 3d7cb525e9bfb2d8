#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/problem.hpp"

namespace cofnod::importers {

/// The reason why a game cannot begin where its tags say, or a note on what they say. The problem has no place yet: it
/// is `column` bytes into the tag.
struct StartFault {
    Problem problem;
    std::string_view tag = "FEN";
    std::size_t column = 0;
    std::size_t length = 1;  ///< bytes
};

/// The outcome of playing a score.
struct Played {
    bool is_faithful = false;         ///< export reproduces it
    std::optional<StartFault> fault;  ///< set if nothing was played
    std::vector<StartFault> notes;    ///< on tags that were read otherwise than they are written
};

}  // namespace cofnod::importers
