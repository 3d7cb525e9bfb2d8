#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::pgn {

/// A comment with its braces, in the pieces between which a line may be broken: at single blanks only, since an
/// import makes one blank of a line break, and not before a sign that means something else at the start of a line.
std::vector<std::string> comment_pieces(std::string_view text);

/// The comment that stands for text nobody could read; importers/ takes it back out.
std::string unread_comment(std::string_view text);

/// The comment that stands for a tag whose name other programs do not read, `[%tag "الطاولة" "1"]`; importers/ makes a
/// tag of it again. Braces and control characters are written as `\x7D`.
std::string tag_comment(std::string_view name, std::string_view value);

}  // namespace cofnod::pgn
