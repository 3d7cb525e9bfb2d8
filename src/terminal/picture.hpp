#pragma once

#include <string>

#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Writes a picture to standard output as PNG, by the program rsvg-convert. Throws an InputError if it is not
/// installed.
void write_png(const std::string& svg, Streams& io);

}  // namespace cofnod::terminal
