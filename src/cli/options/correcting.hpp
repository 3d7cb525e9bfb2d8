#pragma once

#include "cli/command.hpp"
#include "jobs/corrections.hpp"
#include "terminal/streams.hpp"

/// Options of commands that change the record, and what they ask.
namespace cofnod::cli {

/// Adds `--by NAME`: who makes the correction; without it the name of the account.
void add_made_by(Arguments& arguments, std::string& made_by);

/// Returns NAME, or the name of the account.
std::string maker(const std::string& made_by);

/// Asks on a terminal, and returns the answer. Elsewhere throws UsageError: the command needs --yes.
bool confirm(Streams& io, const std::string& question);

}  // namespace cofnod::cli
