#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "cql/syntax.hpp"

namespace cofnod::cql {

/// `word original`, carried out: a transform node. The identity comes first among the clones, except under
/// reversecolor; a clone in which a designator lost all of its squares is left out; clones differ from one another.
/// A transform directly under a transform composes with it. `steps` counts the nodes that were rewritten so far, which
/// are bounded. Throws TextFault.
Tree transformed(std::string_view word, Tree original, bool count, std::optional<Range> range, Span span,
                 std::size_t& steps);

}  // namespace cofnod::cql
