#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/languages.hpp"
#include "pgn/writer.hpp"

namespace cofnod::jobs {

/// The built-in notations and those of the files. A file that is no notation file is told with place and caret.
notation::Languages known_languages(const std::vector<std::string>& files);

/// The notation of that name; throws UsageError with the nearest name where there is none.
const notation::Language& language_named(const notation::Languages& languages, std::string_view name);
/// The same for writing: those that are only read are refused.
const notation::Language& language_to_write(const notation::Languages& languages, std::string_view name);
/// The notation to show a game in that was written in the one of that code: its own, or English where that one is not
/// known or only read.
const notation::Language& language_to_show(const notation::Languages& languages, std::string_view code);

/// How to write PGN: in a notation, or as "uci" (g1f3) or "lan" (Ng1-f3).
pgn::WriteOptions how_to_write(const notation::Languages& languages, std::string_view name);

/// "Welsh" for "cy"; the code itself where it is not known; "no moves" for none.
std::string notation_title(const notation::Languages& languages, std::string_view code);

}  // namespace cofnod::jobs
