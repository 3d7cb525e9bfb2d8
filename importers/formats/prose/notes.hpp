#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "importers/rules.hpp"

namespace cofnod::importers::prose {

/// Returns the main line of a score with notes between the moves; all else becomes comments:
///
///     2.H6-F8 F11-H9 A common reply. Better was 2...G11-G9, 3.F6-H8 H11-J9. 3.G6-G8 G11-G9
///                    [ comment                                             ]
///
/// Decided by numbers: a main move has the number that is due, a note goes back or continues its own. Brackets are left
/// to the player of the score.
std::vector<Token> with_notes_apart(std::string_view text, std::span<const Token> tokens, const WordRules& rules,
                                    bool black_begins);

}  // namespace cofnod::importers::prose
