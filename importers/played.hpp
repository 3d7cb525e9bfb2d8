#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/problem.hpp"

namespace cofnod::importers {

/// The reason why a game cannot begin where its tags say. The problem has no place yet: it is `column` bytes into the
/// tag.
struct StartFault {
    Problem problem;
    std::string_view tag = "FEN";
    std::size_t column = 0;
};

/// The outcome of playing a score.
struct Played {
    bool is_faithful = false;         ///< export reproduces it
    std::optional<StartFault> fault;  ///< set if nothing was played
};

}  // namespace cofnod::importers
