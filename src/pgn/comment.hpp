#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::pgn {

/// Splits a comment with its braces where lines may be broken: only at single blanks, since import turns a line break
/// into one blank, and not before a character that is special at the start of a line.
std::vector<std::string> comment_pieces(std::string_view text);

/// Returns the comment that preserves unreadable text; import converts it back.
std::string unread_comment(std::string_view text);

}  // namespace cofnod::pgn
