#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Returns `text` safe for display: valid UTF-8 on one line, without control characters, which a terminal would
/// execute, and without direction marks, which would reorder what follows.
std::string printable(std::string_view text);

/// printable() that keeps line breaks and, if `keep_isolates`, the marks that isolate text of another direction.
std::string printable_lines(std::string_view text, bool keep_isolates);

}  // namespace cofnod
