#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "cli/terminal/streams.hpp"
#include "index/upkeep.hpp"
#include "reports/table.hpp"

namespace cofnod {

class Error;
class WayOut;
struct Advice;
struct Problem;

}  // namespace cofnod

/// Human-readable output.
namespace cofnod::terminal {

using reports::bar;
using reports::bytes_text;
using reports::cut;
using reports::printable_lines;
using reports::shown;
using reports::Style;
using reports::styled;
using reports::Table;

/// Returns "first 5 games; for the next: --page-after 2681".
std::string next_page(std::string_view games, std::int64_t last);

/// Prints "cofnod: what", and the remedy on a separate line.
void print_error(std::ostream& err, const Terminal& terminal, std::string_view what, std::string_view remedy);

/// Returns the sentence for a way out, with commands and options; empty if there is none.
std::string sentence(const WayOut& way_out);

/// Returns the sentence for a remedy, with its options: "name the notation to be sure: --from-notation".
std::string sentence_with_options(const Advice& advice);

/// Returns the message of an error, preceded by the option that it is about, if any: "--fen: a side has no king".
std::string message(const Error& error);

/// Prints a problem in four-line form, made printable and coloured for the terminal.
void print_problem(std::ostream& out, const Terminal& terminal, const Problem& problem, std::string_view source,
                   std::uint64_t game_number);

/// Returns "indexed 8 games; the index now has 1 segment".
std::string upkeep_text(const index::Upkeep& upkeep);

}  // namespace cofnod::terminal
