#pragma once

#include <string_view>
#include <vector>

#include "game/tags.hpp"
#include "importers/score/token.hpp"

namespace cofnod::importers {

/// Of comments `[%tag "الطاولة" "1"]` before the first move, as our own export writes them (pgn/comment.hpp), tags are
/// made, and their tokens removed. Returns whether there were any.
bool take_tag_comments(std::string_view text, std::vector<Token>& tokens, Tags& tags);

}  // namespace cofnod::importers
