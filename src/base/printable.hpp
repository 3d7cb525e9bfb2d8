#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Returns `text` fit to be shown: valid UTF-8 on one line, without control characters, which a terminal would obey,
/// and without direction marks, which would reorder what follows.
std::string printable(std::string_view text);

/// As printable(), but keeps line breaks and, if `keep_isolates`, the marks that isolate text of another direction.
std::string printable_lines(std::string_view text, bool keep_isolates);

}  // namespace cofnod
