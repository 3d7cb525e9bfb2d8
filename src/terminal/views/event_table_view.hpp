#pragma once

#include "answers/event_table.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints the crosstable of an event with its title; results that are too wide for a line below the standings.
void print_event_table(const answers::EventTable& table, Streams& io);

}  // namespace cofnod::terminal
