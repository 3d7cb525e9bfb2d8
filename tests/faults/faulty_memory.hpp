#pragma once

#include <cstdint>

/// Memory that runs out when it is told to: operator new of the whole program, and SQLite's own allocations.
namespace cofnod::faults {

/// Puts SQLite's allocations under the same count; to be called before SQLite is used.
void install_memory();

/// Allocations asked for since the start of the program.
std::uint64_t allocations_seen();

/// The `nth` allocation from now on, from 1, fails, and the one after it does not.
void fail_allocation(std::uint64_t nth);

}  // namespace cofnod::faults
