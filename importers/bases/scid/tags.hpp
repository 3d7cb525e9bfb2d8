#pragma once

#include "game/tags.hpp"
#include "importers/bases/scid/index.hpp"

namespace cofnod::importers::bases::scid {

class Names;

/// Adds the tags that Scid writes of a record of its index: the seven of every PGN, ratings, code of the opening, date
/// of the event, flags.
void add_tags(const IndexEntry& entry, const Names& names, Tags& tags);

}  // namespace cofnod::importers::bases::scid
