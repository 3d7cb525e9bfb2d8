#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/pgn/writer.hpp"
#include "notation/languages.hpp"

namespace cofnod::operations {

/// Returns the built-in notations and those of the files. Faults in a file are reported with place and caret.
notation::Languages known_languages(const std::vector<std::string>& files);

/// Returns the notation of that name; throws UsageError, suggesting the nearest name, if it is unknown.
const notation::Language& language_named(const notation::Languages& languages, std::string_view name);
/// Returns the notation of that name for writing, English for an empty name; throws UsageError for read-only notations.
const notation::Language& language_to_write(const notation::Languages& languages, std::string_view name);
/// Returns the notation for showing a game written in `code`: that notation, or English if it is unknown or read-only.
const notation::Language& language_to_show(const notation::Languages& languages, std::string_view code);

/// Returns PGN options for a notation, "uci" (g1f3) or "lan" (Ng1-f3).
pgn::WriteOptions how_to_write(const notation::Languages& languages, std::string_view name);

/// Returns "Welsh" for "cy"; the code itself if unknown; "no moves" if empty.
std::string notation_title(const notation::Languages& languages, std::string_view code);
/// Returns "Catalan or Spanish" for "ca/es".
std::string notation_titles(const notation::Languages& languages, std::string_view codes);

}  // namespace cofnod::operations
