#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "importers/decoder/token.hpp"

namespace cofnod::importers {

/// Returns the tag of grammar/tags.txt that a name stands for, ignoring case, `_`, `-` and blanks: `whiteELO` and
/// `white_elo` are WhiteElo. nullopt: none.
std::optional<std::string_view> standard_tag(std::string_view name);

// Games that are not chess but look like it in PGN; their names are in grammar/variants.tsv.

/// Returns the game that a Variant tag names; nullopt for chess. An unknown game is returned as written.
std::optional<std::string> other_game_of_tag(std::string_view variant);

/// Returns true for a Variant tag of chess from unusual start positions: Chess960, From Position.
bool has_own_starts(std::string_view variant);

/// Returns the game that a FEN belongs to, judged by the size of its board, its pieces in hand or their letters;
/// nullopt if nothing distinguishes it from a faulty chess position.
std::optional<std::string> other_game_of_fen(std::string_view fen);

/// Turns comments `[%tag "الطاولة" "1"]` before the first move, as export writes them (pgn/line_filler.hpp), into tags
/// and removes their tokens. Returns true if there were any.
bool take_tag_comments(std::string_view text, std::vector<Token>& tokens, Tags& tags);

/// Adds the tags whose names `tags` does not have.
void add_missing(const Tags& others, Tags& tags);

/// Removes the tags of a name.
void remove_tag(std::string_view name, Tags& tags);

}  // namespace cofnod::importers
