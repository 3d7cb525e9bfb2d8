#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/game_reader.hpp"

namespace cofnod::answers {

/// An opening without its variations: "Sicilian Defence".
struct MainOpening {
    std::string eco;  ///< code of the exact opening
    std::string name;
};

/// Returns the main opening of one by its code and English name.
MainOpening main_opening_named(std::string_view eco, std::string_view english, std::string_view language);

/// Returns the opening that a game of chess comes to, named in a language ("cy"), or else in English; nullopt if it has
/// no name.
std::optional<MainOpening> main_opening_of(const store::GameMoves& game, std::string_view language);

}  // namespace cofnod::answers
