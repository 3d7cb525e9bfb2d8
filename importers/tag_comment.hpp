#pragma once

#include <string_view>
#include <vector>

#include "game/tags.hpp"
#include "importers/score/token.hpp"

namespace cofnod::importers {

/// Turns comments `[%tag "الطاولة" "1"]` before the first move, as export writes them (pgn/comment.hpp), into tags and
/// removes their tokens. Returns true if there were any.
bool take_tag_comments(std::string_view text, std::vector<Token>& tokens, Tags& tags);

}  // namespace cofnod::importers
