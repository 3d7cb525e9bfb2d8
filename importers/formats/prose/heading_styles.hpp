#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "game/tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// Reads the lines above chess moves that are nothing but the names of the players, with a number in front, a rating, a
/// colour or a place behind, or below or above the words for the colours: `heading_styles.def`. The heads of columns
/// may stand between names and moves. `above` ends where the moves begin, `moves` is their first line. Adds what they
/// say to the tags, and returns their start; nullopt if they do not look like names.
std::optional<std::size_t> read_players(std::string_view above, std::string_view moves,
                                        const notation::Languages& languages, Tags& tags);

}  // namespace cofnod::importers::prose
