#pragma once

#include <cstdint>
#include <iosfwd>

#include "answers/terminal.hpp"

namespace cofnod::terminal {

using answers::Terminal;

/// When to show progress; `automatic`: on a terminal, after a second.
enum class ProgressMode : std::uint8_t { automatic, always, never, json };

/// Output streams of a command and their options. Data goes to `out`; summaries, problems and progress go to `err`.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    Terminal out_terminal{};
    Terminal err_terminal{};
    bool in_is_terminal = false;
    bool quiet = false;  ///< no summaries or progress; errors are still reported
    int verbose = 0;
    ProgressMode progress = ProgressMode::automatic;

    /// Destination of data.
    [[nodiscard]] answers::Output data() const { return {out, out_terminal}; }
    /// Returns streams that send data to `data` and everything else to the same destinations.
    [[nodiscard]] Streams writing_to(std::ostream& data, const Terminal& terminal) const {
        return {.out = data,
                .err = err,
                .out_terminal = terminal,
                .err_terminal = err_terminal,
                .in_is_terminal = in_is_terminal,
                .quiet = quiet,
                .verbose = verbose,
                .progress = progress};
    }
};

}  // namespace cofnod::terminal
