#pragma once

#include <string>

#include "chess/position.hpp"
#include "notation/language.hpp"

namespace cofnod::cli {

/// "Nd5+": a legal move as the notation writes it.
std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language);

/// "12." or "12..."
std::string move_number(const chess::Position& before);

/// "12. Nd5+", "12... Nd5+"
std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language);

}  // namespace cofnod::cli
