#pragma once

#include <cstddef>
#include <string_view>

#include "answers/player_report.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints a report on a player, or one section of it; `most`: openings and opponents.
void print_player(const answers::PlayerReport& player, std::string_view section, std::size_t most, Streams& io);

}  // namespace cofnod::terminal
