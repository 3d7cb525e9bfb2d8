#pragma once

#include <cstdint>
#include <filesystem>

namespace cofnod::faults {

/// Each command that changes a database, on a disk that fails at each `every`-th of its operations: the database is
/// what it was before or is after the command, and the command has reported which. Returns the number of faults.
int try_changes(const std::filesystem::path& samples, std::uint64_t every);

/// Each command of src/cli/commands.def, sent SIGINT, SIGTERM and SIGHUP at `moments` moments of its time: it ends by
/// the signal, or with the code of one that was interrupted or has ended by itself, and reports what it has changed.
/// Returns the number of faults.
int try_signals(const std::filesystem::path& samples, std::uint32_t moments);

}  // namespace cofnod::faults
