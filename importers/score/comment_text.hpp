#pragma once

#include <string>
#include <string_view>

namespace cofnod::importers {

/// A comment, or other text that is kept, as it is stored: UTF-8, every line break one blank.
std::string comment_text(std::string_view written);

/// The value of a tag, or its name, as it is stored: UTF-8 in one line, without NUL.
std::string tag_text(std::string_view written);

}  // namespace cofnod::importers
