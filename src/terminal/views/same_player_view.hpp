#pragma once

#include <string>

#include "answers/same_players.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints two spellings that are likely one player's, the reasons, and the command that links them.
void print_same_player(const answers::SamePlayer& same, const std::string& database, Streams& io);

}  // namespace cofnod::terminal
