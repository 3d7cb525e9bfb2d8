#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "importers/score/token.hpp"

namespace cofnod::importers::one_pass {

/// The moves of a game that was read in one pass, in tokens: to see that another notation does not fit.
struct Head {
    std::vector<Token> tokens;  ///< numbers and words up to the first comment or NAG
    std::size_t words;          ///< of the tokens
    bool is_all;                ///< the game has no comment or NAG
};

/// `text`: of the game up to its result.
Head head_of(std::string_view text);

}  // namespace cofnod::importers::one_pass
