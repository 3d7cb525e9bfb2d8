#pragma once

#include "importers/delivery.hpp"

namespace cofnod::importers {
class ScorePlayer;
}

namespace cofnod::importers::pgn {

/// Reads the games of a text in PGN. Bytes between games are separators.
void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out);

}  // namespace cofnod::importers::pgn
