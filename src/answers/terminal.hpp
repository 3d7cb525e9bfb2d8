#pragma once

#include <cstddef>
#include <iosfwd>

namespace cofnod::answers {

/// Capabilities of the terminal that displays a stream. Files and pipes have none.
struct Terminal {
    bool is_terminal = false;
    bool colour = false;
    bool visual = false;      ///< does not reorder: right-to-left text must be written in visual order
    bool isolates = false;    ///< reorders right-to-left text itself: names must be wrapped in U+2068 ... U+2069
    std::size_t columns = 0;  ///< 0: unlimited
};

/// Destination of an answer and its terminal.
struct Output {
    std::ostream& stream;
    Terminal terminal = {};
};

}  // namespace cofnod::answers
