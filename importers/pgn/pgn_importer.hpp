#pragma once

#include "importers/block_reader.hpp"
#include "importers/import.hpp"

namespace cofnod::importers::pgn {

/// Reads the games of one block of PGN. Bytes between games go to the sink as separators.
void import_block(const Block& block, const Options& options, ScorePlayer& player, Sink& sink);

}  // namespace cofnod::importers::pgn
