#pragma once

#include <optional>

#include "cql/syntax.hpp"
#include "search/pieces.hpp"

namespace cofnod::cql {

/// Returns pieces that stand at once, at some position of the main line, in every game that a script matches; nullopt
/// if it names none, or none that are not where they are in the standard position of nearly all games.
std::optional<search::PiecesPattern> needed_pieces(const Script& script);

}  // namespace cofnod::cql
