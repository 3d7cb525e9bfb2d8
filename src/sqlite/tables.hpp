#pragma once

#include "sqlite/virtual_table.hpp"

namespace cofnod::sqlite {

/// Games that match: `cofnod_search(fen, pieces, material, cql, moves)`, and all conditions of the command.
TableKind search_table();
/// Moves played from a position: `cofnod_tree(fen)`, and all conditions on headers.
TableKind tree_table();
/// Positions of a game: `cofnod_plies(moves, start)`.
TableKind plies_table();
/// Problems of games and their remedies: `cofnod_problems`.
TableKind problems_table();

}  // namespace cofnod::sqlite
