#pragma once

#include <cstdint>
#include <optional>

#include "game/record.hpp"
#include "importers/bases/chessbase/entities.hpp"
#include "importers/bases/chessbase/header.hpp"
#include "importers/bases/chessbase/texts.hpp"

namespace cofnod::importers::bases::chessbase {

/// Names that the records of a database refer to.
struct Names {
    Entities players, tournaments, annotators, sources, teams;
};

struct Teams {
    std::int64_t white = -1, black = -1;
};

/// Sets tags and result of a game, the tags under the names that ChessBase gives them in PGN.
void add_tags(const Header& header, const Teams& teams, const Names& names, const Texts& texts, GameRecord& game);

}  // namespace cofnod::importers::bases::chessbase
