#pragma once

#include <string_view>

#include "chess/pack.hpp"
#include "chess/position.hpp"
#include "notation/languages.hpp"

struct sqlite3;

namespace cofnod::sqlite {

/// The notations that are built in.
const notation::Languages& languages();
/// Returns a notation by code or name; English if the name is empty. Throws UsageError for an unknown one.
const notation::Language& language_named(std::string_view name);
/// Returns the position that a game starts from; the initial one for an empty text and
/// "startpos". Throws UsageError with the fault.
chess::Position start_of(std::string_view fen);

/// Throws InputError if moves are not of a game of chess from their position: a game of Camelot, or damaged.
void check_undamaged(const chess::Unpacker& game);

/// Adds the functions that need no database. Returns a code of SQLite.
int add_pure_functions(sqlite3* connection);
/// Adds those that look a game up. Returns a code of SQLite.
int add_game_functions(sqlite3* connection);

}  // namespace cofnod::sqlite
