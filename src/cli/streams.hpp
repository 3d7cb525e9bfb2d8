#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>

namespace cofnod::cli {

/// What the reader of a stream of text can do with it. For a file or a pipe: nothing.
struct Terminal {
    bool is_terminal = false;
    bool colour = false;
    bool visual = false;      ///< it orders nothing: right-to-left text is to be written as it is seen
    bool isolates = false;    ///< it orders right-to-left text itself: names are to be wrapped in U+2068 ... U+2069
    std::size_t columns = 0;  ///< 0: no line is too long
};

/// When to say how far the work has come; `automatic`: on a terminal, after a second.
enum class ProgressMode : std::uint8_t { automatic, always, never, json };

/// Where a command writes, and how. Data goes to `out`; summaries, problems and progress go to `err`.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    Terminal out_terminal{};
    Terminal err_terminal{};
    bool in_is_terminal = false;
    bool quiet = false;  ///< no summaries and no progress; faults are told all the same
    int verbose = 0;
    ProgressMode progress = ProgressMode::automatic;

    /// The same, but that data goes elsewhere.
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

}  // namespace cofnod::cli
