#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Applies the transform `word` to `original` and returns a transform node. The clones are distinct, start with the
/// identity (except for reversecolor), and exclude those in which a designator lost all of its squares. Nested
/// transforms are composed. `steps` counts rewritten nodes, which are bounded. Throws TextFault.
Tree transformed(std::string_view word, Tree original, bool count, std::optional<Range> range, Span span,
                 std::size_t& steps);

}  // namespace cofnod::cql
