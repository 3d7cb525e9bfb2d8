#pragma once

#include <cstdint>
#include <string>

#include "answers/problems.hpp"
#include "jobs/retry.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints a paragraph on a game: the players, then its problems.
void print_faulty_game(const answers::FaultyGame& game, Streams& io);

/// Prints beside the data how many texts can be read further, and what became of the others.
void print_retry(const jobs::RetryReport& report, const jobs::RetryOptions& options, Streams& io);

/// Returns the message for texts that the import did not keep.
std::string no_text_left(std::uint64_t games);

}  // namespace cofnod::terminal
