#pragma once

namespace cofnod {

/// Exit codes; documented in the README. 128 + signal is set by the shell.
enum class ExitCode : int {
    ok = 0,
    nothing_found = 1,  ///< or differences or problems found, as in grep and diff
    usage = 2,
    rejected = 3,  ///< finished, but games were rejected and --strict was given
    input = 4,     ///< an input could not be read
    store = 5,     ///< the database is locked, damaged, newer or not ours
    limit = 6,     ///< a limit was reached, or the disk is full
};

}  // namespace cofnod
