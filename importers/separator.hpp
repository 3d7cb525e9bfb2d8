#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/source_span.hpp"

namespace cofnod::importers {

/// A paragraph between games, or a heading.
struct Passage {
    SourceSpan span;
    std::string_view kind;  ///< as in table separator
    std::string text;       ///< UTF-8
};

/// Bytes that belong to no game: blank lines, escaped lines, a page's heading, text about other things.
struct Separator {
    SourceSpan span;
    std::vector<Passage> passages;  ///< all that is not blank
};

}  // namespace cofnod::importers
