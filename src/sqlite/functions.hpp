#pragma once

#include <string_view>

#include "chess/position.hpp"
#include "notation/languages.hpp"

struct sqlite3;

namespace cofnod::sqlite {

/// The notations that are built in.
const notation::Languages& languages();
/// Returns a notation by code or name; English if the name is empty. Throws UsageError for an unknown one.
const notation::Language& language_named(std::string_view name);
/// Returns the position that a game starts from; the initial one for an empty text. Throws UsageError with the fault.
chess::Position start_of(std::string_view fen);

/// Adds the functions that need no database. Returns a code of SQLite.
int add_pure_functions(sqlite3* connection);
/// Adds those that look a game up. Returns a code of SQLite.
int add_game_functions(sqlite3* connection);

}  // namespace cofnod::sqlite
