#pragma once

#include <cstddef>
#include <vector>

#include "importers/separator.hpp"
#include "importers/text/text_map.hpp"

namespace cofnod::importers {

/// Returns the paragraphs of bytes [begin, end) of the map's text, with their places in the source. Their kinds:
/// `heading` (a line or two of few words, without a period), `escape` (lines that begin with %, as PGN has them),
/// `rule` (signs only), `prose`.
std::vector<Passage> passages_of(const TextMap& map, std::size_t begin, std::size_t end);

}  // namespace cofnod::importers
