#pragma once

#include "importers/import.hpp"

namespace cofnod::importers::bases {

/// Reads all games of a database of another program into the sink, in the order of its index, as import_source does
/// for texts. The place of a game is that of its record in the index: the bytes, and its number as the line. A deleted
/// game becomes a separator that holds its text, and so does a text.
Format import_base(Source& source, const notation::Languages& languages, const Options& options, Sink& sink);

}  // namespace cofnod::importers::bases
