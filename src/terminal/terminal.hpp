#pragma once

#include <cstdint>

#include "terminal/streams.hpp"

namespace cofnod::terminal {

enum class ColourMode : std::uint8_t { automatic, always, never };
enum class BidiMode : std::uint8_t { automatic, isolate, visual, none };

/// Detects the capabilities of a file descriptor where the modes are automatic:
///   - colour: NO_COLOR, then CLICOLOR_FORCE, then TERM=dumb, then whether it is a terminal;
///   - isolates: the terminals of VTE 0.58 and later (VTE_VERSION 5800) order text; of others most do not;
///   - columns: COLUMNS, else what the terminal says.
Terminal look_at_terminal(int file_descriptor, ColourMode colour, BidiMode bidi);

}  // namespace cofnod::terminal
