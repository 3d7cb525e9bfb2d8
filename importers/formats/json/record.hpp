#pragma once

#include <cstddef>
#include <vector>

#include "importers/formats/json/value.hpp"
#include "importers/formats/source_start.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers::json {

/// Returns true if an object with these leaves is the record of a game.
bool is_game(const std::vector<Leaf>& leaves);

/// Appends a record as PGN; it is at bytes [begin, end) of the text.
void write_record(const std::vector<Leaf>& leaves, std::size_t begin, std::size_t end,
                  const notation::Languages& languages, const sheet::ColumnMap& map, DerivedText& pgn);

}  // namespace cofnod::importers::json
