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

/// Returns the comment that preserves a tag whose name other programs do not accept, `[%tag "الطاولة" "1"]`; import
/// converts it back. Braces and control characters are written as `\x7D`.
std::string tag_comment(std::string_view name, std::string_view value);

}  // namespace cofnod::pgn
