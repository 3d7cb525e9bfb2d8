#pragma once

#include <cstdint>

#include "notation/words.hpp"

namespace cofnod::chess {

enum class Color : std::uint8_t { white, black };

constexpr Color operator!(Color color) { return color == Color::white ? Color::black : Color::white; }

/// Index difference from a pawn's square to the square in front of it.
constexpr int forward(Color color) { return color == Color::white ? 8 : -8; }

/// Returns `rank` counted from `color`'s side: Black's first rank is the eighth.
constexpr notation::Rank relative(Color color, notation::Rank rank) {
    return color == Color::white ? rank : static_cast<notation::Rank>(7 - static_cast<int>(rank));
}

constexpr const char* name_of(Color color) { return color == Color::white ? "white" : "black"; }

static_assert(relative(Color::black, notation::Rank::r1) == notation::Rank::r8);

}  // namespace cofnod::chess
