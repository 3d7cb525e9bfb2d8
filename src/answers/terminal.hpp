#pragma once

#include <cstddef>
#include <iosfwd>

namespace cofnod::answers {

/// Capabilities of whatever displays a stream of text. A file or a pipe has none.
struct Terminal {
    bool is_terminal = false;
    bool colour = false;
    bool visual = false;      ///< it orders nothing: right-to-left text is to be written as it is seen
    bool isolates = false;    ///< it orders right-to-left text itself: names are to be wrapped in U+2068 ... U+2069
    std::size_t columns = 0;  ///< 0: no line is too long
};

/// Destination of an answer, and what displays it.
struct Output {
    std::ostream& stream;
    Terminal terminal = {};
};

}  // namespace cofnod::answers
