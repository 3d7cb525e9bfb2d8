#pragma once

#include <string>
#include <string_view>

namespace cofnod::importers {

/// Returns a comment, or other retained text, in its stored form: UTF-8, every line break one blank.
std::string comment_text(std::string_view written);
/// Does so for a text that is known to be UTF-8.
std::string comment_text_of_utf8(std::string written);

/// Returns the value or name of a tag in its stored form: UTF-8 in one line, without NUL.
std::string tag_text(std::string_view written);

}  // namespace cofnod::importers
