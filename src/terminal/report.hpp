#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "answers/table.hpp"
#include "answers/text.hpp"
#include "terminal/streams.hpp"

/// Human-readable output.
namespace cofnod::terminal {

using answers::bar;
using answers::bytes_text;
using answers::cut;
using answers::printable_lines;
using answers::shown;
using answers::Style;
using answers::styled;
using answers::Table;

/// Returns "first 5 games; for the next: --page-after 2681".
std::string next_page(std::string_view games, std::int64_t last);

/// Prints "cofnod: what", and the remedy on a line of its own.
void print_error(std::ostream& err, const Terminal& terminal, std::string_view what, std::string_view remedy);

}  // namespace cofnod::terminal
